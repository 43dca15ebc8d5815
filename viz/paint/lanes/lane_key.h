#pragma once

#include <QPainter>
#include <QRectF>

#include "viz/model/index/lane_folds.h"
#include "viz/model/index/trace_index.h"
#include "viz/paint/theme.h"

namespace orrery::viz::inline paint {

/// Paints the legend of a timeline's colours, of what the run has, flush right in the line of its
/// heading at the top of `rect`. `mixes`: bands stand for many ranks. It shows the operations that
/// fit, and the number of the others.
void paintLaneKey(QPainter& painter, const QRectF& rect, bool mixes, const TraceIndex& index,
                  const Theme& theme);

/// Paints the key of folded lanes: why time passes.
void paintCauseKey(QPainter& painter, const QRectF& rect, const TraceIndex& index,
                   const LaneFolds& folds, const Theme& theme);

}  // namespace orrery::viz::inline paint
