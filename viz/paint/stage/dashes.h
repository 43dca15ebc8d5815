#pragma once

#include <vector>

#include <QLineF>
#include <QRectF>

namespace orrery::viz {

/// Cuts the seen parts of lines into dashes; they continue if a line begins at the end of the one before. Pens with
/// dashes take five times as long.
std::vector<QLineF> dashesOf(const std::vector<QLineF>& lines, double length, const QRectF& seen);

}  // namespace orrery::viz
