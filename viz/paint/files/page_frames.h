#pragma once

#include "scenarios/report/plot/plot.h"

namespace orrery::viz::inline paint {

/// Runs a cell and draws it at many moments for a page (see Pictures::frames). Balls are groups of the class `ball`
/// whose data-from is their start after the picture's moment and whose data-way has their positions after their start,
/// "t,x,y t,x,y ..", between which a script moves them evenly: equal rounds have equal texts. The group `now` has the
/// moments of the picture and of the next one, and `parts` the rectangles that a narrow screen stacks, "x y width
/// height;..". The unit of time is about a thousandth of the shortest round.
Frames pageFrames(const RunSpec& spec, const FramesRequest& request);

}  // namespace orrery::viz::inline paint
