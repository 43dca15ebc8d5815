#pragma once

#include <optional>

#include <QPainter>
#include <QRectF>

#include "scenarios/run/explain.h"
#include "viz/paint/theme.h"

namespace orrery::viz {

/// The colour of a cause, the same on lanes, links and bars.
QColor causeColour(const Theme& theme, Cause cause);

/// What the bar of causes takes, with its heading and a legend of those that take time.
double causesHeight(const TimeByCause& times, const Theme& theme);
/// A bar as long as the run, divided by cause; `now` (none: nothing) is marked in the legend.
void paintCauses(QPainter& painter, const QRectF& rect, const TimeByCause& times,
                 std::optional<Cause> now, const Theme& theme);
/// The cause whose part of the bar, or of the legend, is under a point.
std::optional<Cause> causeAt(const QRectF& rect, const TimeByCause& times, QPointF pixel,
                             const Theme& theme);

}  // namespace orrery::viz
