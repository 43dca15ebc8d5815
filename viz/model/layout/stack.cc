#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numbers>

#include "emu/base/coordinates.h"
#include "viz/model/layout/kinds.h"

namespace orrery::viz::inline model {
namespace {

constexpr double kTilt = 0.45;                 ///< how much of a plane's depth is seen
constexpr double kStub = 0.5;                  ///< of wrap-around links
constexpr double kGap = 1.1;                   ///< between planes
constexpr double kPlate = 0.3;                 ///< of a plane around its nodes
constexpr int kMostPlanes = 5, kMostSide = 8;  ///< larger ones take several stacks
constexpr double kColumnGap = 1.9;

class StackLayout : public Layout {
 public:
  StackLayout(std::shared_ptr<const Topology> t, double turn)
      : Layout(std::move(t)),
        coordinates_(coordinates_in(topology().dims())),
        wraps_(topology().spec().starts_with("torus")),
        angle_(firstAngle() + 2 * std::numbers::pi * turn),
        cos_(std::cos(angle_)),
        sin_(std::sin(angle_)) {
    axes_[0] = inPlane(1, 0);
    axes_[1] = inPlane(0, 1);
    axes_[2] = step();
    rows_ = planesOnEachOther();
    std::vector<QPointF> points;
    points.reserve(static_cast<std::size_t>(topology().nodes()));
    for (NodeId n = 0; n < topology().nodes(); ++n) points.push_back(position(n));
    place(std::move(points), 0.18, {kStub + 0.5, kStub + 0.2, kStub + 0.5, kStub + 0.2});
    setAreas(plates());
  }

  LinkShape link(LinkId id) const override {
    const Link ends = topology().link(id);
    const QPointF a = nodes()[static_cast<std::size_t>(ends.from)];
    const QPointF b = nodes()[static_cast<std::size_t>(ends.to)];
    const std::size_t axis = axisOf(ends);
    const int from = coordinate(axis).of(ends.from), to = coordinate(axis).of(ends.to);
    const bool around = wraps_ && closesRing(topology(), id, size(axis), from, to);
    // Many links between planes would hide what lies behind them: they are stubs, too.
    const bool apart = axis == 2 && (isLarge() || from / rows_ != to / rows_);
    if (!around && !apart) return {{QLineF(a, b)}, 1};
    const QPointF along = axes_[axis] / std::hypot(axes_[axis].x(), axes_[axis].y());
    const QPointF out = kStub * ((to > from) == around ? -along : along);
    return {{QLineF(a, a + out), QLineF(b - out, b)}, 2};
  }
  /// Returns an empty name for links to other planes: the other ends lie above and below.
  std::optional<QString> beyond(LinkId id) const override {
    return axisOf(topology().link(id)) == 2 ? std::optional(QString()) : std::nullopt;
  }

 private:
  /// Returns the dimension of a link.
  std::size_t axisOf(const Link& ends) const {
    std::size_t axis = 0;
    while (axis < 2 && coordinate(axis).of(ends.from) == coordinate(axis).of(ends.to)) ++axis;
    return axis;
  }
  /// Returns the angle at which nodes of one column, of this plane and those below, are apart from
  /// left to right. The longer side of a plane runs to the right.
  double firstAngle() const {
    const auto lean = [&](std::size_t axis) {
      return std::atan(1.0 / std::clamp(size(axis), 3, 5));
    };
    return size(1) <= size(0) + 1 ? lean(1) : lean(0) - std::numbers::pi / 2;
  }
  /// Returns the side of a dimension, counted from the last.
  int size(std::size_t axis) const { return coordinate(axis).side; }
  const Coordinate& coordinate(std::size_t axis) const { return coordinates_[2 - axis]; }
  QPointF inPlane(double x, double y) const {
    return {x * cos_ - y * sin_, kTilt * (x * sin_ + y * cos_)};
  }
  /// Returns the distance from one plane to the one above it, so that they do not overlap.
  QPointF step() const {
    const double depth =
        std::abs(inPlane(size(0) - 1, 0).y()) + std::abs(inPlane(0, size(1) - 1).y());
    return {0, -(depth + kGap)};
  }
  QPointF position(NodeId n) const {
    return at(coordinate(0).of(n), coordinate(1).of(n), coordinate(2).of(n));
  }
  QPointF at(double x, double y, int z) const {
    const QPointF across(width() + kColumnGap, 0);
    return x * axes_[0] + y * axes_[1] + (z % rows_) * axes_[2] + (z / rows_) * across;
  }

  double width() const {
    return std::abs(inPlane(size(0) - 1, 0).x()) + std::abs(inPlane(0, size(1) - 1).x());
  }

  bool isLarge() const { return size(2) > kMostPlanes || std::max(size(0), size(1)) > kMostSide; }

  int planesOnEachOther() const {
    const int columns = columnsOf(size(2), width() + kColumnGap, -axes_[2].y());
    return (size(2) + columns - 1) / columns;
  }

  std::vector<Area> plates() const {
    const double right = size(0) - 1 + kPlate, front = size(1) - 1 + kPlate;
    std::vector<Area> plates;
    for (int z = 0; z < size(2); ++z) {
      plates.push_back({{at(-kPlate, -kPlate, z), at(right, -kPlate, z), at(right, front, z),
                         at(-kPlate, front, z)},
                        {},
                        {}});
    }
    return plates;
  }

  std::vector<Coordinate> coordinates_;
  bool wraps_;
  double angle_, cos_, sin_;
  int rows_ = 1;                 ///< planes of one stack
  std::array<QPointF, 3> axes_;  ///< one step along each dimension, counted from the last
};

}  // namespace

bool isStack(const Topology& topology) {
  const bool grid = topology.spec().starts_with("torus") || topology.spec().starts_with("mesh");
  const std::vector<int> dims = topology.dims();
  return grid && dims.size() == 3 && *std::min_element(dims.begin(), dims.end()) > 1;
}

std::unique_ptr<Layout> makeStackLayout(std::shared_ptr<const Topology> topology, double turn) {
  return std::make_unique<StackLayout>(std::move(topology), turn);
}

}  // namespace orrery::viz::inline model
