#include "viz/paint/stage/dashes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "viz/paint/stage/stamp.h"

namespace orrery::viz::inline paint {
namespace {

/// Returns the part of a line that may lie within a rectangle, as shares of its length.
std::pair<double, double> partWithin(const QLineF& line, const QRectF& rect) {
  double from = 0, to = 1;
  const auto cut = [&](double at, double way, double least, double most) {
    if (way == 0) return;
    const auto [near, far] = std::minmax({(least - at) / way, (most - at) / way});
    from = std::max(from, near), to = std::min(to, far);
  };
  cut(line.x1(), line.dx(), rect.left(), rect.right());
  cut(line.y1(), line.dy(), rect.top(), rect.bottom());
  return {from, to};
}

}  // namespace

std::vector<QLineF> dashesOf(const std::vector<QLineF>& lines, double length, const QRectF& seen) {
  std::vector<QLineF> dashes;
  double passed = 0;
  QPointF end;
  for (const QLineF& line : lines) {
    if (line.p1() != end) passed = 0;
    end = line.p2();
    const double whole = line.length(), next = passed + whole;
    const auto [first, last] = partWithin(line, seen);
    const double dash = 2 * length * std::floor((passed + first * whole) / (2 * length));
    for (double from = dash; from < passed + last * whole; from += 2 * length) {
      const double begin = std::max(from, passed), stop = std::min(from + length, next);
      if (begin < stop)
        dashes.emplace_back(line.pointAt((begin - passed) / whole),
                            line.pointAt((stop - passed) / whole));
    }
    passed = next;
  }
  return dashes;
}

void paintPiece(QPainter& painter, const QLineF& place, Piece look) {
  const QLineF unit = place.unitVector();
  look.along = static_cast<int>(std::lround(kDirections * unit.dx()));
  look.down = static_cast<int>(std::lround(kDirections * unit.dy()));
  thread_local Stamps<Piece> pieces;
  pieces.put(painter, place.center(), std::hypot(look.length / 2, look.half), look,
             [&](QPainter& to, QPointF at) {
               const QPointF way = QPointF(look.along, look.down) / kDirections,
                             side(-way.y(), way.x()), ahead = look.length / 2 * way;
               const std::array corners{at + ahead + look.end * side, at + ahead - look.end * side,
                                        at - ahead - look.half * side,
                                        at - ahead + look.half * side};
               to.setPen(Qt::NoPen);
               to.setBrush(QColor(look.colour));
               to.drawConvexPolygon(corners.data(), static_cast<int>(corners.size()));
             });
}

void paintDashes(QPainter& painter, const QPen& pen, const std::vector<QLineF>& dashes) {
  if (!painter.testRenderHint(QPainter::Antialiasing)) {
    painter.setPen(pen);
    return painter.drawLines(dashes.data(), static_cast<int>(dashes.size()));
  }
  const double half = pen.widthF() / 2;
  for (const QLineF& dash : dashes)
    paintPiece(painter, dash,
               {.length = std::ceil(4 * dash.length()) / 4,
                .half = half,
                .end = half,
                .colour = pen.color().rgb()});
}

}  // namespace orrery::viz::inline paint
