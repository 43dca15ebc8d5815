#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>
#include <utility>

#include "viz/model/layout/kinds.h"
#include "viz/model/text/words.h"

namespace orrery::viz::inline model {
namespace {

constexpr double kApart = 1;          ///< of neighbours on a circle, and of the circles
constexpr double kNicColumn = 0.8;    ///< distance of NICs beside the GPUs, and of each other
constexpr double kEdge = 0.5;         ///< of the ground around a server
constexpr double kBetween = 0.5;      ///< grounds
constexpr double kUpLanes = 0.3;      ///< of links that pass other servers on their way up,
constexpr double kMostUpLanes = 1.5;  ///< and of all of them on one side of a column
constexpr double kAboveAll = 0.5;     ///< where they leave their lane
constexpr double kRow = 2.3;          ///< height of a row of switches
constexpr double kSwitches = 1.1;     ///< of neighbours in such a row, at least
constexpr double kGroundName = 0.3;   ///< of the ground below the lowest parts, for its name
constexpr double kAround = 0.3;       ///< the grounds and lanes
constexpr double kWideShape = 0.7;    ///< height of the picture over its width
constexpr double kPassing = 0.4;      ///< distance of a link from nodes that it passes

std::size_t numberOf(NodeId node) {
  return static_cast<std::size_t>(node);
}

/// Returns the radius at which neighbours are kApart; 0 for a single one.
double radiusFor(int count) {
  return count < 2 ? 0 : kApart / 2 / std::sin(std::numbers::pi / count);
}

/// Returns place `i` of `count` on a circle; a single place is at the top. `turn` turns all places
/// by this share of a place.
QPointF onCircle(double radius, int i, int count, double turn = 0) {
  const double angle = 2 * std::numbers::pi * (i + 0.5 + turn) / count + std::numbers::pi;
  return {radius * std::sin(angle), -radius * std::cos(angle)};
}

class ServersLayout : public Layout {
 public:
  explicit ServersLayout(std::shared_ptr<const Topology> t)
      : Layout(std::move(t)), servers_(*topology().servers()) {
    gpu_radius_ = std::max(servers_.switches > 0 ? kApart : 0.0, radiusFor(servers_.gpus));
    placeNics();
    for (int i = 0; i < servers_.gpus; ++i) reach(gpuAt(i));
    for (const QPointF nic : nics_) reach(nic);
    const double lowest = high_.y() - kEdge;
    high_.ry() += kGroundName;
    const auto rows = switchRows();
    columns_ = bestColumns(static_cast<int>(rows.size()));
    std::vector<QPointF> points(numberOf(topology().nodes()));
    for (int server = 0; server < servers_.count; ++server) placeServer(server, points);
    placeSwitches(rows, points);
    const auto [left, right] = std::ranges::minmax(points, {}, &QPointF::x);
    const double lanes_left = left.x() - low_.x() + sideLanes(false);
    const double lanes_right =
        centre(servers_.count - 1).x() + high_.x() + sideLanes(true) - right.x();
    place(std::move(points), 0.34,
          {kAround + std::max(lanes_left, 0.0), kAround + kAboveAll,
           kAround + std::max(lanes_right, 0.0), kAround + high_.y() - lowest});
    std::vector<Area> grounds;
    grounds.reserve(numberOf(servers_.count));
    for (int server = 0; server < servers_.count; ++server) grounds.push_back(ground(server));
    setAreas(std::move(grounds));
  }

  /// Returns the shape of a link. Within a row of switches it goes around those between its ends;
  /// from a server it leads upwards beside it, and within one around its GPUs.
  LinkShape link(LinkId id) const override {
    const Link ends = topology().link(id);
    const QPointF a = nodes()[numberOf(ends.from)], b = nodes()[numberOf(ends.to)];
    const NodeId low = std::min(ends.from, ends.to), high = std::max(ends.from, ends.to);
    if (low >= firstSwitch())
      return a.y() == b.y() && std::abs(a.x() - b.x()) > 1.5 * pitch_
                 ? besideShape(a, b)
                 : LinkShape{{QLineF(a, b)}, 1};
    const std::optional<QLineF> lane = low >= firstNic() && high >= firstSwitch() ? laneUp(low)
                                       : low < firstNic() && high >= firstNic()
                                           ? laneInside(low, high)
                                           : std::nullopt;
    if (!lane) return {{QLineF(a, b)}, 1};
    const QLineF along = ends.from == low ? *lane : QLineF(lane->p2(), lane->p1());
    return {{QLineF(a, along.p1()), along, QLineF(along.p2(), b)}, 3};
  }

 private:
  NodeId firstNic() const { return servers_.count * (servers_.gpus + servers_.switches); }
  NodeId firstSwitch() const { return firstNic() + servers_.count * servers_.nics; }

  /// Returns the place of a GPU, relative to the middle of its server.
  QPointF gpuAt(int i) const { return onCircle(gpu_radius_, i, servers_.gpus); }
  /// Places NICs, relative to the middle of their server: on a circle between the GPUs if they are
  /// linked to the switch, otherwise in columns on both sides, as the GPUs that they are linked to,
  /// from below on the left to below on the right. A single one stands at the top.
  void placeNics() {
    const bool by_bridge = topology().ports_per_host() == 1 && servers_.switches > 0;
    const double radius = std::max(gpu_radius_ + kApart, radiusFor(servers_.nics));
    const int left = servers_.nics / 2;
    for (int i = 0; i < servers_.nics; ++i) {
      if (by_bridge || servers_.nics == 1) {
        const double gap =
            by_bridge ? std::round((i + 0.5) * servers_.gpus / servers_.nics) : servers_.gpus / 2.0;
        nics_.push_back(onCircle(radius, 0, 1, gap / servers_.gpus - 0.5));
        continue;
      }
      const int place = i < left ? i : servers_.nics - 1 - i;
      const int count = i < left ? left : servers_.nics - left;
      const double half = std::max(gpu_radius_ + 0.2, kNicColumn * count / 2);
      nics_.emplace_back(std::copysign(gpu_radius_ + kNicColumn, i < left ? -1 : 1),
                         half * (1 - (2 * place + 1.0) / count));
    }
  }
  static bool isMiddle(QPointF nic) { return std::abs(nic.x()) < 1e-6; }
  /// Returns whether the links of a NIC to the outside pass its server on the right.
  static bool goesRight(QPointF nic) { return nic.x() > 0 || isMiddle(nic); }
  /// Counts the NICs on a side whose y is less than `above`.
  int countBeside(bool right, double above = 1e9) const {
    return static_cast<int>(std::ranges::count_if(
        nics_, [&](QPointF nic) { return goesRight(nic) == right && nic.y() < above; }));
  }
  /// Returns the width of the lanes beside servers for the links of those above each other.
  double sideLanes(bool right) const { return laneStep() * rows() * countBeside(right); }
  double laneStep() const {
    const int most = rows() * std::max({1, countBeside(false), countBeside(true)});
    return std::min(kUpLanes, kMostUpLanes / most);
  }
  int rows() const { return (servers_.count + columns_ - 1) / columns_; }

  /// Returns the part of the link of a NIC to the outside that leads upwards, from below; the lower
  /// the NIC, the further away. Nothing: it leads upwards from the NIC itself.
  std::optional<QLineF> laneUp(NodeId node) const {
    const int number = node - firstNic(), server = number / servers_.nics;
    const QPointF nic = nics_[numberOf(number % servers_.nics)];
    const int row = server % rows();
    if (isMiddle(nic) && nic.y() < 0 && row == 0) return std::nullopt;
    const bool right = goesRight(nic);
    const int before = row * countBeside(right) + countBeside(right, nic.y());
    const double aside = laneStep() * (before + 0.5);
    const double x = centre(server).x() + (right ? high_.x() + aside : low_.x() - aside);
    const double y = isMiddle(nic) && nic.y() < 0 ? low_.y() : nic.y();
    return QLineF(x, centre(server).y() + y, x, low_.y() - kAboveAll);
  }
  /// Returns the part of the link of a GPU to a NIC that passes other GPUs; nothing: it passes none.
  std::optional<QLineF> laneInside(NodeId gpu, NodeId node) const {
    const int number = node - firstNic();
    if (gpu >= servers_.count * servers_.gpus || node >= firstSwitch()) return std::nullopt;
    const QPointF from = gpuAt(gpu % servers_.gpus), to = nics_[numberOf(number % servers_.nics)];
    const QLineF line(from, to);
    const auto hides = [&](int i) {
      const QPointF way = gpuAt(i) - from;
      const double along = QPointF::dotProduct(way, to - from) / line.length() / line.length();
      return i != gpu % servers_.gpus && along > 0 && along < 1 &&
             QLineF(line.pointAt(along), gpuAt(i)).length() < kPassing;
    };
    bool hidden = false;
    for (int i = 0; i < servers_.gpus; ++i) hidden |= hides(i);
    if (!hidden) return std::nullopt;
    const QPointF middle = centre(gpu / servers_.gpus);
    const double x = std::copysign(std::abs(from.x()) + kPassing, from.x());
    return QLineF(middle + QPointF(x, from.y()), middle + QPointF(x, (from.y() + to.y()) / 2));
  }
  void reach(QPointF part) {
    low_ = {std::min(low_.x(), part.x() - kEdge), std::min(low_.y(), part.y() - kEdge)};
    high_ = {std::max(high_.x(), part.x() + kEdge), std::max(high_.y(), part.y() + kEdge)};
  }
  QPointF size() const { return high_ - low_; }
  double stepRight() const { return size().x() + kBetween + sideLanes(false) + sideLanes(true); }
  double stepDown() const { return size().y() + kBetween; }
  QPointF centre(int server) const {
    const int column = server / rows(), row = server % rows();
    return {column * stepRight(), row * stepDown()};
  }
  /// Returns the number of servers on each of several switches, if each has the next ones alone; 0: they have not.
  int serversOfASwitch() const {
    std::vector<NodeId> switches(numberOf(servers_.count), -1);
    for (NodeId n = firstNic(); n < firstSwitch(); ++n)
      for (const NodeId other : neighbours_[numberOf(n)]) {
        NodeId& own = switches[numberOf((n - firstNic()) / servers_.nics)];
        if (other < firstSwitch()) continue;
        if (own >= 0 && own != other) return 0;
        own = other;
      }
    const auto first = std::ranges::find_if(switches, [&](NodeId s) { return s != switches[0]; });
    const auto each = static_cast<int>(first - switches.begin());
    for (int s = each; s < servers_.count; ++s)
      if ((switches[numberOf(s)] == switches[numberOf(s - 1)]) != (s % each > 0)) return 0;
    return each < servers_.count ? each : 0;
  }
  /// Returns the number of columns in which nodes are largest, with rows of switches above. The servers of a column are
  /// on one switch, if switches have servers alone.
  int bestColumns(int switch_rows) {
    const int each = serversOfASwitch();
    const auto side = [&](int columns) {
      columns_ = columns;
      return std::max(kWideShape * columns * stepRight(), rows() * stepDown() + switch_rows * kRow);
    };
    int best = 1;
    double least = 1e9;
    for (int columns = 1; columns <= servers_.count; ++columns)
      if (const double needs = side(columns); needs < least && each % rows() == 0)
        best = columns, least = needs;
    return best;
  }

  void placeServer(int server, std::vector<QPointF>& points) const {
    const QPointF middle = centre(server);
    for (int i = 0; i < servers_.gpus; ++i)
      points[numberOf(server * servers_.gpus + i)] = middle + gpuAt(i);
    for (int i = 0; i < servers_.switches; ++i)
      points[numberOf(servers_.count * servers_.gpus + server * servers_.switches + i)] = middle;
    for (int i = 0; i < servers_.nics; ++i)
      points[numberOf(firstNic() + server * servers_.nics + i)] = middle + nics_[numberOf(i)];
  }

  Area ground(int server) const {
    const QPointF first = centre(server) + low_;
    const QPointF right(size().x(), 0), down(0, size().y());
    return {{first, first + right, first + right + down, first + down},
            Words::tr("node %1").arg(server),
            first + down};
  }

  /// Places switches in rows by their number of links from the servers; switches of a row that are
  /// linked to the same nodes below are neighbours.
  void placeSwitches(const std::vector<std::vector<NodeId>>& rows, std::vector<QPointF>& points) {
    const double middle = (std::min(columns_, servers_.count) - 1) * stepRight() / 2;
    double y = low_.y();
    for (std::vector<NodeId> row : rows) {
      std::vector<double> below(points.size(), 0);
      for (const NodeId s : row) below[numberOf(s)] = meanBelow(s, points);
      std::ranges::stable_sort(row, {}, [&](NodeId s) { return below[numberOf(s)]; });
      const auto count = static_cast<double>(row.size());
      const double apart = std::max(kSwitches, columns_ * stepRight() / count);
      pitch_ = std::max(pitch_, apart);
      y -= kRow;
      for (std::size_t i = 0; i < row.size(); ++i)
        points[numberOf(row[i])] = {middle + apart * (static_cast<double>(i) - (count - 1) / 2), y};
      for (const NodeId s : row) placed_[numberOf(s)] = true;
    }
  }

  double meanBelow(NodeId s, const std::vector<QPointF>& points) const {
    double sum = 0, count = 0;
    for (const NodeId n : neighbours_[numberOf(s)])
      if (placed_[numberOf(n)]) sum += points[numberOf(n)].x(), count += 1;
    return count > 0 ? std::round(sum / count * 1e6) : 0;
  }

  std::vector<std::vector<NodeId>> switchRows() {
    neighbours_.resize(numberOf(topology().nodes()));
    for (LinkId id = 0; id < topology().link_count(); ++id)
      neighbours_[numberOf(topology().link(id).from)].push_back(topology().link(id).to);
    placed_.assign(neighbours_.size(), false);
    std::fill_n(placed_.begin(), firstSwitch(), true);
    std::vector<bool> found = placed_;
    std::vector<std::vector<NodeId>> rows;
    std::vector<NodeId> last(numberOf(firstSwitch()));
    for (NodeId n = 0; n < firstSwitch(); ++n) last[numberOf(n)] = n;
    while (!last.empty()) {
      std::vector<NodeId> next;
      for (const NodeId n : last)
        for (const NodeId other : neighbours_[numberOf(n)])
          if (!found[numberOf(other)]) found[numberOf(other)] = true, next.push_back(other);
      std::ranges::sort(next);
      if (!next.empty()) rows.push_back(next);
      last = std::move(next);
    }
    return rows;
  }

  ServerShape servers_;
  double gpu_radius_ = 1;
  std::vector<QPointF> nics_;  ///< places, relative to the middle of their server
  QPointF low_{-kEdge, -kEdge}, high_{kEdge, kEdge};  ///< corners of the ground, from the middle
  double pitch_ = kSwitches;                          ///< of the widest row of switches
  int columns_ = 1;
  std::vector<std::vector<NodeId>> neighbours_;
  std::vector<bool> placed_;
};

}  // namespace

std::unique_ptr<Layout> makeServersLayout(std::shared_ptr<const Topology> topology) {
  return std::make_unique<ServersLayout>(std::move(topology));
}

}  // namespace orrery::viz::inline model
