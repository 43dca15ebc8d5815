#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numbers>

#include "viz/model/layout/kinds.h"

namespace orrery::viz::inline model {
namespace {

constexpr double kDisc = 0.28;   ///< radius of a node
constexpr double kClear = 0.38;  ///< distance of a link from nodes that it does not lie under
constexpr double kInside = 0.6;  ///< of those that go around them
constexpr int kOneCircle = 96;   ///< more points than this are staggered
constexpr double kTurn = 2 * std::numbers::pi;

class CircleLayout : public Layout {
 public:
  explicit CircleLayout(std::shared_ptr<const Topology> t) : Layout(std::move(t)) {
    place(circlePoints(topology().nodes()), kDisc, 0.5);
  }
  LinkShape link(LinkId id) const override {
    const Link ends = topology().link(id);
    const QPointF a = nodes()[static_cast<std::size_t>(ends.from)];
    const QPointF b = nodes()[static_cast<std::size_t>(ends.to)];
    const int way = std::abs(ends.to - ends.from), apart = std::min(way, topology().nodes() - way);
    return isHidden(apart) ? inside(a, b, 1.0 / apart) : LinkShape{{QLineF(a, b)}, 1};
  }

 private:
  /// Returns whether the chord between two nodes `apart` steps apart would lie under the nodes next
  /// to them.
  bool isHidden(int apart) const {
    if (apart < 2 || topology().nodes() > kOneCircle) return false;
    const double radius = std::hypot(nodes()[0].x(), nodes()[0].y());
    const double half = kTurn / 2 / topology().nodes();
    return radius * (std::cos(half * (apart - 2)) - std::cos(half * apart)) < kClear;
  }
  /// Returns a link along the circle, inside of it, half a step away from both ends.
  static LinkShape inside(QPointF a, QPointF b, double share) {
    const QPointF middle = (a + b) / 2;
    const double radius = std::hypot(a.x(), a.y()) - kInside;
    const auto at = [&](QPointF end) {
      const QPointF between = (1 - share) * end + share * middle;
      return radius / std::hypot(between.x(), between.y()) * between;
    };
    return {{QLineF(a, at(a)), QLineF(at(a), at(b)), QLineF(at(b), b)}, 3};
  }
};

}  // namespace

std::vector<QPointF> circlePoints(int count, double inner) {
  const double n = count;
  int circles = 1;
  double radius = count > 1 ? 0.5 / std::sin(std::numbers::pi / n) : 0;
  if (count > kOneCircle) {
    // Equal distance along and across the circles: (1 - inner) / (k - 1) = turn * inner * k / n.
    circles = std::max(2, static_cast<int>(std::sqrt((1 - inner) * n / (kTurn * inner))));
    radius = std::max((circles - 1) / (1 - inner), n / (kTurn * inner * circles));
  }
  std::vector<QPointF> points;
  points.reserve(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) {
    const double angle = kTurn * i / n - kTurn / 4;
    const double depth = circles > 1 ? double(i % circles) / (circles - 1) : 0;
    points.push_back(radius * (1 - (1 - inner) * depth) *
                     QPointF(std::cos(angle), std::sin(angle)));
  }
  return points;
}

std::unique_ptr<Layout> makeCircleLayout(std::shared_ptr<const Topology> topology) {
  return std::make_unique<CircleLayout>(std::move(topology));
}

}  // namespace orrery::viz::inline model
