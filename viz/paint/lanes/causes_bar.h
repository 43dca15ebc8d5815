#pragma once

#include <optional>

#include <QPainter>
#include <QRectF>

#include "scenarios/run/explain.h"
#include "viz/paint/theme.h"

namespace orrery::viz::inline paint {

/// Returns the colour of a cause, the same on lanes, links and bars.
QColor causeColour(const Theme& theme, Cause cause);

/// Returns the height of the bar of causes, with its heading and a legend of causes that take time.
double causesHeight(const TimeByCause& times, const Theme& theme);
/// Paints a bar as long as the run, divided by cause; marks `now` (none: nothing) in the legend.
void paintCauses(QPainter& painter, const QRectF& rect, const TimeByCause& times,
                 std::optional<Cause> now, const Theme& theme);
/// Returns the cause whose part of the bar, or of the legend, is under a point.
std::optional<Cause> causeAt(const QRectF& rect, const TimeByCause& times, QPointF pixel,
                             const Theme& theme);

}  // namespace orrery::viz::inline paint
