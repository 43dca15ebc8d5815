#include "viz/paint/stage/dashes.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace orrery::viz {
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

}  // namespace orrery::viz
