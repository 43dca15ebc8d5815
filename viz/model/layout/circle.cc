#include "viz/model/layout/circle.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace orrery::viz {
namespace {

constexpr int kOneCircle = 96;  ///< more points than this are staggered
constexpr double kTurn = 2 * std::numbers::pi;

class CircleLayout : public Layout {
 public:
  explicit CircleLayout(std::shared_ptr<const Topology> t) : Layout(std::move(t)) {
    place(circlePoints(topology().nodes()), 0.36, 0.5);
  }
  LinkShape link(LinkId id) const override {
    const Link ends = topology().link(id);
    return {{QLineF(nodes()[static_cast<std::size_t>(ends.from)],
                    nodes()[static_cast<std::size_t>(ends.to)])},
            1};
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

}  // namespace orrery::viz
