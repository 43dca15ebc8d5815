#pragma once

#include <QPainter>
#include <QRectF>

#include "scenarios/cell/operation_rounds.h"
#include "viz/paint/theme.h"

namespace orrery::viz {

/// What the colours of a timeline mean, flush right in the line of its heading at the top of `rect`. `mixes`: bands stand
/// for many ranks. Of operations as many as there is room for, and how many more there are.
void paintLaneKey(QPainter& painter, const QRectF& rect, bool mixes,
                  const OperationRounds& operations, const Theme& theme);

/// The same of folded lanes: why time passes.
void paintCauseKey(QPainter& painter, const QRectF& rect, const Theme& theme);

}  // namespace orrery::viz
