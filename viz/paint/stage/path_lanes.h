#pragma once

#include <QPainter>

#include "viz/model/index/path_index.h"
#include "viz/paint/lanes/lanes.h"

namespace orrery::viz::inline paint {

/// Paints the critical path over the lanes: a band in the lane of the rank that works or sends, in
/// the colours of its causes, and a line to the rank that continues after the message. Marks
/// stretch `now` (-1: none).
void paintPathOverLanes(QPainter& painter, const PathIndex& path, const LaneScale& scale, int now,
                        const Theme& theme);

/// Returns the number of the stretch whose band is under a point of the lanes, or -1.
int stretchUnder(const PathIndex& path, const LaneScale& scale, QPointF pixel);

}  // namespace orrery::viz::inline paint
