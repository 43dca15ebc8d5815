#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "viz/model/layout/kinds.h"
#include "viz/model/text/words.h"

namespace orrery::viz {
namespace {

constexpr double kApart = 1;       ///< of neighbours on a circle, and of the circles
constexpr double kEdge = 0.6;      ///< of the ground around a server
constexpr double kBetween = 0.7;   ///< grounds
constexpr double kRow = 2.2;       ///< height of a row of switches
constexpr double kSwitches = 1.3;  ///< of neighbours in such a row, at least
constexpr double kAround = 0.9;    ///< of the picture

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
    nic_radius_ = std::max(gpu_radius_ + kApart, radiusFor(servers_.nics));
    for (int i = 0; i < servers_.gpus; ++i) reach(gpuAt(i));
    for (int i = 0; i < servers_.nics; ++i) reach(nicAt(i));
    columns_ = columnsOf(servers_.count, stepRight(), stepDown());
    std::vector<QPointF> points(numberOf(topology().nodes()));
    for (int server = 0; server < servers_.count; ++server) placeServer(server, points);
    placeSwitches(points);
    place(std::move(points), 0.34, kAround);
    std::vector<Area> grounds;
    grounds.reserve(numberOf(servers_.count));
    for (int server = 0; server < servers_.count; ++server) grounds.push_back(ground(server));
    setAreas(std::move(grounds));
  }

  /// Returns the shape of a link. Within a row of switches it goes around those between its ends.
  LinkShape link(LinkId id) const override {
    const Link ends = topology().link(id);
    const QPointF a = nodes()[numberOf(ends.from)], b = nodes()[numberOf(ends.to)];
    const bool switches = std::min(ends.from, ends.to) >= firstSwitch();
    return switches && a.y() == b.y() && std::abs(a.x() - b.x()) > 1.5 * pitch_
               ? besideShape(a, b)
               : LinkShape{{QLineF(a, b)}, 1};
  }

 private:
  NodeId firstNic() const { return servers_.count * (servers_.gpus + servers_.switches); }
  NodeId firstSwitch() const { return firstNic() + servers_.count * servers_.nics; }

  /// Returns the place of a GPU, relative to the middle of its server.
  QPointF gpuAt(int i) const { return onCircle(gpu_radius_, i, servers_.gpus); }
  /// Returns the place of a NIC: beside its GPU if they are linked, otherwise between GPUs.
  QPointF nicAt(int i) const {
    const bool by_bridge = topology().ports_per_host() == 1 && servers_.switches > 0;
    const double turn = by_bridge ? 0.5 * servers_.nics / servers_.gpus : 0;
    return onCircle(nic_radius_, i, servers_.nics, turn);
  }
  void reach(QPointF part) {
    low_ = {std::min(low_.x(), part.x() - kEdge), std::min(low_.y(), part.y() - kEdge)};
    high_ = {std::max(high_.x(), part.x() + kEdge), std::max(high_.y(), part.y() + kEdge)};
  }
  QPointF size() const { return high_ - low_; }
  double stepRight() const { return size().x() + kBetween; }
  double stepDown() const { return size().y() + kBetween; }
  QPointF centre(int server) const {
    const int row = server / columns_;
    return {server % columns_ * stepRight(), row * stepDown()};
  }

  void placeServer(int server, std::vector<QPointF>& points) const {
    const QPointF middle = centre(server);
    for (int i = 0; i < servers_.gpus; ++i)
      points[numberOf(server * servers_.gpus + i)] = middle + gpuAt(i);
    for (int i = 0; i < servers_.switches; ++i)
      points[numberOf(servers_.count * servers_.gpus + server * servers_.switches + i)] = middle;
    for (int i = 0; i < servers_.nics; ++i)
      points[numberOf(firstNic() + server * servers_.nics + i)] = middle + nicAt(i);
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
  void placeSwitches(std::vector<QPointF>& points) {
    const auto rows = switchRows();
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
  double gpu_radius_ = 1, nic_radius_ = 2;
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

}  // namespace orrery::viz
