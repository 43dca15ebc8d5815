#include "viz/model/layout/stack.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numbers>

namespace orrery::viz {
namespace {

constexpr double kTilt = 0.45;  ///< how much of a plane's depth is seen
constexpr double kStub = 0.5;   ///< of wrap-around links
constexpr double kLean = 0.4, kGap = 0.9;
constexpr int kMostPlanes = 5, kMostSide = 8;  ///< larger ones take several stacks
constexpr double kAspect = 1.3;                ///< width of the picture over its height
constexpr double kColumnGap = 2;

class StackLayout : public Layout {
 public:
  StackLayout(std::shared_ptr<const Topology> t, double turn)
      : Layout(std::move(t)),
        dims_(topology().dims()),
        wraps_(topology().spec().starts_with("torus")),
        cos_(std::cos(2 * std::numbers::pi * turn)),
        sin_(std::sin(2 * std::numbers::pi * turn)) {
    axes_[0] = inPlane(1, 0);
    axes_[1] = inPlane(0, 1);
    axes_[2] = step();
    rows_ = planesOnEachOther();
    std::vector<QPointF> points;
    points.reserve(static_cast<std::size_t>(topology().nodes()));
    for (NodeId n = 0; n < topology().nodes(); ++n) points.push_back(position(n));
    place(std::move(points), 0.17, kStub + 0.25);
  }

  LinkShape link(LinkId id) const override {
    const Link ends = topology().link(id);
    const QPointF a = nodes()[static_cast<std::size_t>(ends.from)];
    const QPointF b = nodes()[static_cast<std::size_t>(ends.to)];
    NodeId from = ends.from, to = ends.to;
    std::size_t axis = 0;
    while (axis < 2 && from % size(axis) == to % size(axis)) {
      from /= size(axis);
      to /= size(axis);
      ++axis;
    }
    const int side = size(axis), way = to % side - from % side;
    const bool around = wraps_ && side > 2 && std::abs(way) == side - 1;
    // Many links between planes would hide what lies behind them: they are stubs, too.
    const bool apart = axis == 2 && (isLarge() || from / rows_ != to / rows_);
    if (!around && !apart) return {{QLineF(a, b)}, 1};
    const QPointF along = axes_[axis] / std::hypot(axes_[axis].x(), axes_[axis].y());
    const QPointF out = kStub * ((way > 0) == around ? -along : along);
    return {{QLineF(a, a + out), QLineF(b - out, b)}, 2};
  }

 private:
  /// Side of a dimension, counted from the last.
  int size(std::size_t axis) const { return dims_[2 - axis]; }
  QPointF inPlane(double x, double y) const {
    return {x * cos_ - y * sin_, kTilt * (x * sin_ + y * cos_)};
  }
  /// From one plane to the one above it: clear of each other, and a little aside, so that links
  /// between planes do not hide each other.
  QPointF step() const {
    const double depth =
        std::abs(inPlane(size(0) - 1, 0).y()) + std::abs(inPlane(0, size(1) - 1).y());
    return {kLean, -(depth + kGap)};
  }
  QPointF position(NodeId n) const {
    const int x = n % size(0), y = n / size(0) % size(1), z = n / size(0) / size(1);
    const QPointF across(width() + kColumnGap + kLean * (rows_ - 1), 0);
    return x * axes_[0] + y * axes_[1] + (z % rows_) * axes_[2] + (z / rows_) * across;
  }

  double width() const {
    return std::abs(inPlane(size(0) - 1, 0).x()) + std::abs(inPlane(0, size(1) - 1).x());
  }

  bool isLarge() const { return size(2) > kMostPlanes || std::max(size(0), size(1)) > kMostSide; }

  /// So many that stacks beside each other make a picture of a usual shape, however it is turned.
  int planesOnEachOther() const {
    const int planes = size(2);
    if (!isLarge()) return planes;
    const double side = std::max(size(0), size(1)), height = kTilt * 1.3 * side + kGap;
    int best = planes;
    double least = 1e9;
    for (int rows = 1; rows <= planes; ++rows) {
      const double columns = (planes + rows - 1) / rows;
      const double aspect = columns * (1.2 * side + kColumnGap) / (rows * height);
      const double off = std::abs(std::log(aspect / kAspect));
      if (off < least) least = off, best = rows;
    }
    return best;
  }

  std::vector<int> dims_;
  bool wraps_;
  double cos_, sin_;
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

}  // namespace orrery::viz
