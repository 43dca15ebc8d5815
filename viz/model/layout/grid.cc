#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "emu/base/coordinates.h"
#include "viz/model/layout/kinds.h"

namespace orrery::viz::inline model {
namespace {

constexpr double kWrapStub = 0.55;   ///< of the pitch
constexpr double kPanelStub = 0.34;  ///< in x and in y
constexpr double kPanelFan = 0.8;    ///< radians between the outermost stubs
constexpr double kPanelGap = 1.3, kWrappedGap = 1.9;
constexpr double kBoardGap = 0.5, kBoardEdge = 0.6;
constexpr double kLanes = 0.18;  ///< of links that run beside a row or column
constexpr double kLaneRamp = 0.3;
/// Distance from their row or column: of links to switches, and of links over several hosts, on
/// which messages do not cover the hosts.
constexpr double kBesideSwitched = 0.38, kBesideHosts = 0.46;
constexpr double kSwitchedMargin = 0.75;
constexpr double kNode = 0.22,
                 kSwitchedNode = 0.3;  ///< radius; the latter has links only beside it
constexpr int kLongestLine = 24;

class GridLayout : public Layout {
 public:
  explicit GridLayout(std::shared_ptr<const Topology> t)
      : Layout(std::move(t)),
        dims_(coordinates_in(topology().dims())),
        wraps_(topology().spec().starts_with("torus")) {
    panel_columns_ = panelColumns();
    findGaps();
    std::vector<QPointF> points;
    points.reserve(static_cast<std::size_t>(topology().nodes()));
    for (NodeId n = 0; n < topology().hosts(); ++n) points.push_back(position(n));
    placeSwitches(points);
    const bool switched = topology().nodes() > topology().hosts();
    const bool beside = topology().spec().starts_with("hyperx");
    const double margin = switched || beside ? kSwitchedMargin : 0.5;
    place(std::move(points), switched ? kSwitchedNode : kNode,
          wraps_ || dims_.size() > 2 ? kWrapStub + 0.3 : margin);
    if (switched) setAreas(boards());
  }
  LinkShape link(LinkId id) const override;

 private:
  Coordinate coordinate(std::size_t fromLast) const {
    return fromLast < dims_.size() ? dims_[dims_.size() - 1 - fromLast] : Coordinate();
  }
  int size(std::size_t fromLast) const { return coordinate(fromLast).side; }
  int panelColumns() const;
  double panelGap() const { return wraps_ ? kWrappedGap : kPanelGap; }
  void findGaps();
  std::vector<Area> boards() const;
  void placeSwitches(std::vector<QPointF>& points) const;
  QPointF position(NodeId node) const;
  static QPointF stub(std::size_t dimension);
  QPointF panelStub(std::size_t dimension, int from, int to) const;

  std::vector<Coordinate> dims_;
  bool wraps_;
  int panel_columns_ = 1;
  std::vector<double> across_, down_;  ///< of columns and rows, where there are two dimensions
};

/// Returns the number of columns of panels. One further dimension is wrapped into rows that make the
/// whole nearly square; of several, the first runs to the right.
int GridLayout::panelColumns() const {
  if (dims_.size() != 3) return size(2);
  const double width = size(0) - 1 + panelGap(), height = size(1) - 1 + panelGap();
  const double square = std::sqrt(size(2) * height / width);
  return std::clamp(static_cast<int>(std::ceil(square - 0.25)), 1, size(2));
}

/// Finds gaps: neighbouring rows or columns without a link between them are further apart.
void GridLayout::findGaps() {
  if (dims_.size() != 2) return;
  std::vector<bool> linkedAcross(static_cast<std::size_t>(size(0))),
      linkedDown(static_cast<std::size_t>(size(1)));
  for (LinkId id = 0; id < topology().link_count(); ++id) {
    const Link ends = topology().link(id);
    if (ends.to == ends.from + 1) linkedAcross[static_cast<std::size_t>(ends.to % size(0))] = true;
    if (ends.to == ends.from + size(0))
      linkedDown[static_cast<std::size_t>(coordinate(1).of(ends.to))] = true;
  }
  const auto places = [](const std::vector<bool>& linked) {
    std::vector<double> at{0};
    for (std::size_t i = 1; i < linked.size(); ++i)
      at.push_back(at.back() + (linked[i] ? 1 : 1 + kBoardGap));
    return at;
  };
  across_ = places(linkedAcross);
  down_ = places(linkedDown);
}

/// Returns the ground of each board: rows and columns without gaps.
std::vector<Area> GridLayout::boards() const {
  const auto ranges = [](const std::vector<double>& at) {
    std::vector<std::pair<double, double>> found{{at.front() - kBoardEdge, 0}};
    for (std::size_t i = 1; i <= at.size(); ++i) {
      if (i < at.size() && at[i] - at[i - 1] < 1 + kBoardGap / 2) continue;
      found.back().second = at[i - 1] + kBoardEdge;
      if (i < at.size()) found.emplace_back(at[i] - kBoardEdge, 0);
    }
    return found;
  };
  std::vector<Area> areas;
  for (const auto& [top, bottom] : ranges(down_))
    for (const auto& [left, right] : ranges(across_))
      areas.push_back(
          {{QPointF(left, top), {right, top}, {right, bottom}, {left, bottom}}, {}, {}});
  return areas;
}

/// Places a switch at the end of the row or column of the first hosts below it, beyond those
/// already there; switches above switches follow in the order of their numbers.
void GridLayout::placeSwitches(std::vector<QPointF>& points) const {
  const NodeId hosts = topology().hosts();
  if (topology().nodes() == hosts) return;
  points.resize(static_cast<std::size_t>(topology().nodes()));
  std::vector<NodeId> first(points.size(), -1), second(points.size(), -1);
  for (LinkId id = 0; id < topology().link_count(); ++id) {
    const Link ends = topology().link(id);
    const auto to = static_cast<std::size_t>(ends.to);
    if (ends.to < hosts || ends.from > ends.to) continue;
    const NodeId host = ends.from < hosts ? ends.from : first[static_cast<std::size_t>(ends.from)];
    if (first[to] < 0) first[to] = host;
    const NodeId other =
        ends.from < hosts ? ends.from : second[static_cast<std::size_t>(ends.from)];
    if (other != first[to]) second[to] = other;
  }
  std::vector<int> inRow(down_.size()), inColumn(across_.size());
  for (std::size_t n = static_cast<std::size_t>(hosts); n < points.size(); ++n) {
    const auto x = static_cast<std::size_t>(first[n] % size(0));
    const auto y = static_cast<std::size_t>(first[n] / size(0));
    const bool row = second[n] / size(0) == first[n] / size(0);
    points[n] = row ? QPointF(across_.back() + 1 + inRow[y]++, down_[y])
                    : QPointF(across_[x], down_.back() + 1 + inColumn[x]++);
  }
}

QPointF GridLayout::position(NodeId node) const {
  if (dims_.size() == 2)
    return {across_[static_cast<std::size_t>(node % size(0))],
            down_[static_cast<std::size_t>(node / size(0))]};
  if (dims_.size() == 1 && size(0) > kLongestLine) {  // a folded line
    const int columns = static_cast<int>(std::ceil(std::sqrt(double(size(0)))));
    const int y = node / columns, x = node % columns;
    return {double(y % 2 == 0 ? x : columns - 1 - x), double(y)};
  }
  const int x = node % size(0), y = coordinate(1).of(node);
  const int panel = node / size(0) / size(1);
  const int right = panel % panel_columns_, down = panel / panel_columns_;
  return {x + right * (size(0) - 1 + panelGap()), y + down * (size(1) - 1 + panelGap())};
}

/// Returns direction and length of the stubs of links along a dimension (counted from the last).
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
  if (std::max(ends.from, ends.to) >= topology().hosts()) return besideShape(a, b, kBesideSwitched);
  std::size_t dimension = 0;
  while (dimension + 1 < dims_.size() &&
         coordinate(dimension).of(ends.from) == coordinate(dimension).of(ends.to))
    ++dimension;
  const Coordinate along = coordinate(dimension);
  const int side = along.side, from = along.of(ends.from), to = along.of(ends.to);
  const int step = to - from;
  const bool around = wraps_ && closesRing(topology(), id, side, from, to);
  if (dimension < 2 && !around)
    return std::abs(step) == 1 || side == 1 ? LinkShape{{QLineF(a, b)}, 1}
                                            : besideShape(a, b, kBesideHosts);
  if (dimension > 1 && !wraps_)
    return {{QLineF(a, a + panelStub(dimension, from, to)),
             QLineF(b + panelStub(dimension, to, from), b)},
            2};
  const QPointF out = stub(dimension) * ((step > 0) != around ? 1 : -1);
  return {{QLineF(a, a + out), QLineF(b - out, b)}, 2};
}

/// Returns the stub of a link between panels; those to several panels are a fan.
QPointF GridLayout::panelStub(std::size_t dimension, int from, int to) const {
  const bool up = to > from;
  const int count = !topology().spec().starts_with("hyperx") ? 1
                    : up                                     ? coordinate(dimension).side - 1 - from
                                                             : from;
  const double place = count < 2 ? 0 : (std::abs(to - from) - 1.0) / (count - 1) - 0.5;
  const QPointF out = (up ? 1 : -1) * stub(dimension);
  const double cos = std::cos(kPanelFan * place), sin = std::sin(kPanelFan * place);
  return {out.x() * cos - out.y() * sin, out.x() * sin + out.y() * cos};
}

}  // namespace

LinkShape besideShape(QPointF a, QPointF b, double nearest) {
  const QPointF way = b - a;
  const double length = std::hypot(way.x(), way.y());
  const double away = nearest + kLanes * (1 - 2 / std::max(length, 2.0));
  const QPointF side = std::abs(way.x()) > std::abs(way.y()) ? QPointF(0, -away) : QPointF(away, 0);
  const QPointF out = way / std::max(length, 1e-9) * kLaneRamp;
  return {{QLineF(a, a + out + side), QLineF(a + out + side, b - out + side),
           QLineF(b - out + side, b)},
          3};
}

std::unique_ptr<Layout> makeGridLayout(std::shared_ptr<const Topology> topology) {
  return std::make_unique<GridLayout>(std::move(topology));
}

}  // namespace orrery::viz::inline model
