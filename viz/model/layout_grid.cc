#include "viz/model/layout_grid.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace orrery::viz {
namespace {

constexpr double kWrapStub = 0.55;   ///< of the pitch
constexpr double kPanelStub = 0.34;  ///< in x and in y
constexpr double kPanelGap = 1.3;
constexpr int kLongestRow = 24;

class GridLayout : public Layout {
 public:
  explicit GridLayout(std::shared_ptr<const Topology> t)
      : Layout(std::move(t)), dims_(topology().dims()), wraps_(topology().spec()[0] == 't') {
    panel_columns_ = panelColumns();
    std::vector<QPointF> points;
    points.reserve(static_cast<std::size_t>(topology().nodes()));
    for (NodeId n = 0; n < topology().nodes(); ++n) points.push_back(position(n));
    place(std::move(points), 0.22, wraps_ || dims_.size() > 2 ? kWrapStub + 0.1 : 0.5);
  }
  LinkShape link(LinkId id) const override;

 private:
  int size(std::size_t fromLast) const {
    return fromLast < dims_.size() ? dims_[dims_.size() - 1 - fromLast] : 1;
  }
  int panelColumns() const;
  QPointF position(NodeId node) const;
  static QPointF stub(std::size_t dimension);

  std::vector<int> dims_;
  bool wraps_;
  int panel_columns_ = 1;
};

/// Panels of one dimension in rows that make the whole nearly square; of several dimensions with
/// the first of them to the right.
int GridLayout::panelColumns() const {
  if (dims_.size() != 3) return size(2);
  const double width = size(0) - 1 + kPanelGap, height = size(1) - 1 + kPanelGap;
  const double square = std::sqrt(size(2) * height / width);
  return std::clamp(static_cast<int>(std::ceil(square - 0.25)), 1, size(2));
}

QPointF GridLayout::position(NodeId node) const {
  if (dims_.size() == 1 && dims_[0] > kLongestRow) {  // a folded line
    const int columns = static_cast<int>(std::ceil(std::sqrt(double(dims_[0]))));
    const int y = node / columns, x = node % columns;
    return {double(y % 2 == 0 ? x : columns - 1 - x), double(y)};
  }
  const int x = node % size(0), y = node / size(0) % size(1);
  const int panel = node / size(0) / size(1);
  const int right = panel % panel_columns_, down = panel / panel_columns_;
  return {x + right * (size(0) - 1 + kPanelGap), y + down * (size(1) - 1 + kPanelGap)};
}

/// Direction and length of the stubs of links along a dimension (counted from the last).
QPointF GridLayout::stub(std::size_t dimension) {
  switch (dimension) {
    case 0:
      return {kWrapStub, 0};
    case 1:
      return {0, kWrapStub};
    case 2:
      return {kPanelStub, -kPanelStub};
    default:
      return {kPanelStub, kPanelStub};
  }
}

LinkShape GridLayout::link(LinkId id) const {
  const Link ends = topology().link(id);
  const QPointF a = nodes()[static_cast<std::size_t>(ends.from)];
  const QPointF b = nodes()[static_cast<std::size_t>(ends.to)];
  NodeId from = ends.from, to = ends.to;
  std::size_t dimension = 0;
  while (dimension + 1 < dims_.size() && from % size(dimension) == to % size(dimension)) {
    from /= size(dimension);
    to /= size(dimension);
    ++dimension;
  }
  const int side = size(dimension);
  const int step = to % side - from % side;
  const bool around = wraps_ && side > 2 && std::abs(step) == side - 1;
  if (dimension < 2 && !around) return {{QLineF(a, b)}, 1};
  const QPointF out = stub(dimension) * ((step > 0) != around ? 1 : -1);
  return {{QLineF(a, a + out), QLineF(b - out, b)}, 2};
}

}  // namespace

std::unique_ptr<Layout> makeGridLayout(std::shared_ptr<const Topology> topology) {
  return std::make_unique<GridLayout>(std::move(topology));
}

}  // namespace orrery::viz
