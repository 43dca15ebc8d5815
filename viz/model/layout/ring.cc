#include <cmath>

#include "viz/model/layout/kinds.h"

namespace orrery::viz::inline model {
namespace {

constexpr int kLongestCircle = 96;

/// Returns the corner points of a closed path through all cells of a grid with an even number of
/// rows: right and left along the rows without their first column, then back up in the first
/// column.
std::vector<QPointF> meander(int rows, int columns) {
  std::vector<QPointF> path;
  path.emplace_back(0, 0);
  for (int y = 0; y < rows; ++y) {
    for (int i = 1; i < columns; ++i) path.emplace_back(y % 2 == 0 ? i : columns - i, y);
  }
  for (int y = rows - 1; y > 0; --y) path.emplace_back(0, y);
  return path;
}

/// Returns an even number of rows near the root of `count` whose grid has the fewest spare cells.
int rowsFor(int count) {
  const double root = std::sqrt(double(count));
  const auto spare = [count](int rows) { return (rows - count % rows) % rows; };
  int best = static_cast<int>(root) / 2 * 2;
  for (int rows = best / 4 * 2; rows < 1.5 * root; rows += 2) {
    if (rows > root / 1.5 && spare(rows) < spare(best)) best = rows;
  }
  return best;
}

/// Returns `count` points at equal distances along the shortest such path that is long enough.
std::vector<QPointF> meanderPoints(int count) {
  const int rows = rowsFor(count);
  const std::vector<QPointF> path = meander(rows, (count + rows - 1) / rows);
  const double step = static_cast<double>(path.size()) / count;
  std::vector<QPointF> points;
  points.reserve(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) {
    const auto cell = static_cast<std::size_t>(step * i);
    const QLineF piece(path[cell], path[(cell + 1) % path.size()]);
    points.push_back(piece.pointAt(step * i - static_cast<double>(cell)));
  }
  return points;
}

class RingLayout : public Layout {
 public:
  explicit RingLayout(std::shared_ptr<const Topology> t) : Layout(std::move(t)) {
    const int count = topology().nodes();
    place(count <= kLongestCircle ? circlePoints(count) : meanderPoints(count), 0.25, 0.5);
  }
  LinkShape link(LinkId id) const override {
    const Link ends = topology().link(id);
    const QPointF a = nodes()[static_cast<std::size_t>(ends.from)];
    const QPointF b = nodes()[static_cast<std::size_t>(ends.to)];
    const bool beside =
        topology().hosts() == 2 && closesRing(topology(), id, 2, ends.from, ends.to);
    return beside ? besideShape(a, b) : LinkShape{{QLineF(a, b)}, 1};
  }
};

}  // namespace

std::unique_ptr<Layout> makeRingLayout(std::shared_ptr<const Topology> topology) {
  return std::make_unique<RingLayout>(std::move(topology));
}

}  // namespace orrery::viz::inline model
