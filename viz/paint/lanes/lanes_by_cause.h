#pragma once

#include "viz/paint/lanes/lanes.h"

namespace orrery::viz {

/// Rows `first` to `last` of folded lanes: where ranks pay latency, where bytes flow as fast as alone or how many times
/// longer, where they compute and wait. Several rows in one pixel are mixed. REQUIRES scale.folds.
void paintLanesByCause(QPainter& painter, const TraceIndex& index, const LaneScale& scale,
                       int first, int last, const Theme& theme);

}  // namespace orrery::viz
