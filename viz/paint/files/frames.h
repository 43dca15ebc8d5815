#pragma once

#include "scenarios/report/plot/plot.h"

namespace orrery::viz {

/// Runs a cell and draws it at many moments: see Pictures::frames.
Frames runFrames(const RunSpec& spec, const FramesRequest& request);

}  // namespace orrery::viz
