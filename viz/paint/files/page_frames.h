#pragma once

#include "scenarios/report/plot/plot.h"

namespace orrery::viz {

/// Runs a cell and draws it at many moments for a page (see Pictures::frames). Balls are groups of the class `ball`
/// whose data-way has their positions, "ps,x,y ps,x,y ..", between which a script moves them evenly; the group `now`
/// has the moments of the picture and of the next one in ps, and `parts` the rectangles that a narrow screen stacks, "x
/// y width height;..".
Frames pageFrames(const RunSpec& spec, const FramesRequest& request);

}  // namespace orrery::viz
