#pragma once

#include <optional>

#include <QPainter>
#include <QRectF>

#include "scenarios/report/plot/plot.h"
#include "viz/paint/theme.h"

namespace orrery::viz::inline paint {

/// Fills `area` with the picture of `plot`: title, axes with grid, lines with marks or cells, legend.
/// REQUIRES flaw_of(plot).empty() and a QGuiApplication.
void paintPlot(QPainter& painter, const QRectF& area, const Plot& plot, const Theme& theme);

/// A point of a plot.
struct PlotPoint {
  std::size_t series = 0;
  std::size_t point = 0;
  friend bool operator==(const PlotPoint&, const PlotPoint&) = default;
};
/// Returns the point at `pixel`: the nearest mark, the cell or the bar there.
std::optional<PlotPoint> plotPointAt(const QRectF& area, const Plot& plot, const Theme& theme,
                                     QPointF pixel);
/// Returns the place of a point: its mark, the middle of its cell, or the top of its bar.
QPointF plotPlaceOf(const QRectF& area, const Plot& plot, const Theme& theme, PlotPoint point);
/// Returns the colour of series `index`: eight that also differ in lightness, then again from the
/// first.
QColor seriesColour(const Theme& theme, std::size_t index);

}  // namespace orrery::viz::inline paint
