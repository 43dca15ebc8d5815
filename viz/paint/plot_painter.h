#pragma once

#include <QPainter>
#include <QRectF>

#include "scenarios/plot/plot.h"
#include "viz/paint/theme.h"

namespace orrery::viz {

/// Fills `area` with the picture of `plot`: title, axes with grid, lines with marks or cells, legend.
/// REQUIRES flaw_of(plot).empty() and a QGuiApplication.
void paintPlot(QPainter& painter, const QRectF& area, const Plot& plot, const Theme& theme);

/// Colour of series `index`: eight that differ in lightness too, then again from the first.
QColor seriesColour(const Theme& theme, std::size_t index);

}  // namespace orrery::viz
