#pragma once

#include <QPainter>
#include <QRectF>

#include "scenarios/cell/operation_rounds.h"
#include "viz/paint/theme.h"

namespace orrery::viz {

/// Paints the legend of a timeline's colours, flush right in the line of its heading at the top of
/// `rect`. `mixes`: bands stand for many ranks. It shows the operations that fit, and the number of
/// the others.
void paintLaneKey(QPainter& painter, const QRectF& rect, bool mixes,
                  const OperationRounds& operations, const Theme& theme);

/// Paints the key of folded lanes: why time passes.
void paintCauseKey(QPainter& painter, const QRectF& rect, const Theme& theme);

}  // namespace orrery::viz
