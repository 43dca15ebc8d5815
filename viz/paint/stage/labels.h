#pragma once

#include <QColor>
#include <QPainter>
#include <QRectF>
#include <QString>

#include "viz/paint/theme.h"

namespace orrery::viz::inline paint {

/// Paints text in the middle of `rect`, at most `pixels` high and made smaller until it fits the
/// width; leaves it out where it would be smaller than the theme allows.
void paintLabel(QPainter& painter, const QRectF& rect, const QString& text, int pixels,
                const QColor& colour, const Theme& theme, bool bold = true);

/// Returns the height of letters in and beside nodes of that radius; 0 without room for them.
int nameSize(double radius, int most, const Theme& theme);

/// Returns the width of a label of that size; of several lines, the longest.
double textWidth(const QString& text, int pixels, bool bold = true);

}  // namespace orrery::viz::inline paint
