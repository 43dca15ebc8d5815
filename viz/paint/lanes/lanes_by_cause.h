#pragma once

#include "viz/paint/lanes/lanes.h"

namespace orrery::viz::inline paint {

/// Paints rows `first` to `last` of folded lanes by activity: latency, bytes by how many times longer they take than
/// alone, computing and waiting. Several rows in one pixel are mixed. REQUIRES scale.folds.
void paintLanesByCause(QPainter& painter, const TraceIndex& index, const LaneScale& scale,
                       int first, int last, const Theme& theme);

}  // namespace orrery::viz::inline paint
