#pragma once

#include <compare>
#include <vector>

#include <QLineF>
#include <QPainter>
#include <QRectF>

namespace orrery::viz::inline paint {

/// Cuts the seen parts of lines into dashes; they continue if a line begins at the end of the one before. Pens with
/// dashes take five times as long.
std::vector<QLineF> dashesOf(const std::vector<QLineF>& lines, double length, const QRectF& seen);
/// Paints dashes; their lengths are rounded, so that few differ.
void paintDashes(QPainter& painter, const QPen& pen, const std::vector<QLineF>& dashes);

/// Look of a head or a dash of a link: those of many links are equal.
struct Piece {
  double length = 0, half = 0, end = 0;  ///< half of its breadth where it begins and ends
  QRgb colour = 0;
  int along = 0, down = 0;  ///< direction, of kDirections
  auto operator<=>(const Piece&) const = default;
};

/// Paints a piece at a place, which is as long as the piece.
void paintPiece(QPainter& painter, const QLineF& place, Piece look);

}  // namespace orrery::viz::inline paint
