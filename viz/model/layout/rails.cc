#include <algorithm>
#include <utility>

#include "viz/model/layout/kinds.h"
#include "viz/model/text/words.h"

namespace orrery::viz::inline model {
namespace {

constexpr int kMostRailed = 32;               ///< servers; more have no room for their lanes
constexpr double kGpuX = 0.9, kBendX = 1.45;  ///< of GPUs and bends of their links, from the NICs
constexpr double kBendEndX = 1.95, kSwitchX = 2.2;
constexpr double kFunnel = 0.05;     ///< height of the bends' ends over that of the bends
constexpr double kGround = 0.55;     ///< around the parts of a server
constexpr double kServerStep = 3.7;  ///< from server to server
constexpr double kNearLane = 0.5, kLanePitch = 0.14, kBetweenRails = 0.25;
constexpr double kLaneBegin = 0.45, kLaneEnd = 0.9;  ///< from NICs and rail switches to their lanes
constexpr double kRailGap = 2, kBeyondGap = 3, kLeastApart = 1.1;
constexpr double kNameBelow = 0.3;

class RailsLayout : public Layout {
 public:
  explicit RailsLayout(std::shared_ptr<const Topology> t)
      : Layout(std::move(t)), servers_(*topology().servers()) {
    std::vector<QPointF> points(static_cast<std::size_t>(topology().nodes()));
    const auto at = [&](NodeId node) -> QPointF& { return points[static_cast<std::size_t>(node)]; };
    const double middle = row(servers_.nics - 1) / 2;
    for (int s = 0; s < servers_.count; ++s) {
      at(servers_.count * servers_.gpus + s) = {s * kServerStep + kSwitchX,
                                                row((servers_.nics - 1) / 2)};
      for (int rail = 0; rail < servers_.nics; ++rail) {
        at(s * servers_.gpus + rail) = {s * kServerStep + kGpuX, row(rail)};
        at(nic(s, rail)) = {s * kServerStep, row(rail)};
      }
    }
    double x = -kRailGap;
    for (std::vector<NodeId> column = rails_of(topology()); !column.empty();
         column = beyond(column, points), x -= kBeyondGap) {
      const auto count = static_cast<double>(column.size());
      const double apart = std::max(kLeastApart, row(servers_.nics) / count);
      for (std::size_t i = 0; i < column.size(); ++i)
        at(column[i]) = {x, middle + apart * (static_cast<double>(i) - (count - 1) / 2)};
    }
    place(std::move(points), 0.34,
          {kGround, beside() + 0.1, kGround + 0.1, beside() + kNameBelow + 0.1});
    std::vector<Area> grounds;
    for (int s = 0; s < servers_.count; ++s) grounds.push_back(ground(s));
    setAreas(std::move(grounds));
  }

  /// Returns the shape of a link. From a NIC it follows the lane of its server beside the rail, and from a GPU to the
  /// switch of its server it bends, so that it keeps clear of other GPUs.
  LinkShape link(LinkId id) const override {
    const Link ends = topology().link(id);
    const QPointF a = nodes()[static_cast<std::size_t>(ends.from)],
                  b = nodes()[static_cast<std::size_t>(ends.to)];
    const NodeId low = std::min(ends.from, ends.to), high = std::max(ends.from, ends.to);
    const QPointF& near = ends.from == low ? a : b;
    const QPointF& far = ends.from == low ? b : a;
    QLineF lane;
    if (low < nic(0, 0) && high < nic(0, 0))
      lane = {{near.x() - kGpuX + kBendX, near.y()},
              {far.x() - kSwitchX + kBendEndX, far.y() + kFunnel * (near.y() - far.y())}};
    else if (low >= nic(1, 0) && low < firstSwitch())
      lane = {{near.x() - kLaneBegin, near.y() + aside(low)},
              {far.x() + kLaneEnd, far.y() + aside(low)}};
    else
      return {{QLineF(a, b)}, 1};
    if (ends.from != low) lane = {lane.p2(), lane.p1()};
    return {{QLineF(a, lane.p1()), lane, QLineF(lane.p2(), b)}, 3};
  }

  static bool suits(const Topology& topology) {
    const ServerShape* s = topology.servers();
    return s != nullptr && s->count > 1 && s->count <= kMostRailed && s->switches == 1 &&
           s->gpus == s->nics && s->nics > 1 && !rails_of(topology).empty();
  }

 private:
  /// Returns the switch of each rail: the only one that the NICs of this number are linked to; empty if there are none.
  static std::vector<NodeId> rails_of(const Topology& topology) {
    const ServerShape& s = *topology.servers();
    const NodeId nics = s.count * (s.gpus + s.switches), switches = nics + s.count * s.nics;
    std::vector<NodeId> rails(static_cast<std::size_t>(s.nics), -1);
    for (LinkId id = 0; id < topology.link_count(); ++id) {
      const Link link = topology.link(id);
      if (link.from < nics || link.from >= switches) continue;
      const int number = (link.from - nics) % s.nics;
      if (link.to < switches) {
        if (link.to % s.gpus != number) return {};
        continue;
      }
      NodeId& rail = rails[static_cast<std::size_t>(number)];
      if (rail >= 0 && rail != link.to) return {};
      rail = link.to;
    }
    std::vector<NodeId> sorted = rails;
    std::ranges::sort(sorted);
    const bool apart = std::ranges::adjacent_find(sorted) == sorted.end() && sorted.front() >= 0;
    return apart ? rails : std::vector<NodeId>();
  }

  /// Returns the switches that a column is linked to and that have no place yet.
  std::vector<NodeId> beyond(const std::vector<NodeId>& column,
                             const std::vector<QPointF>& points) const {
    std::vector<NodeId> next;
    for (LinkId id = 0; id < topology().link_count(); ++id) {
      const Link link = topology().link(id);
      if (std::ranges::count(column, link.from) > 0 && link.to >= firstSwitch() &&
          points[static_cast<std::size_t>(link.to)].isNull() &&
          std::ranges::count(next, link.to) == 0)
        next.push_back(link.to);
    }
    std::ranges::sort(next);
    return next;
  }

  NodeId nic(int server, int rail) const {
    return servers_.count * (servers_.gpus + servers_.switches) + server * servers_.nics + rail;
  }
  NodeId firstSwitch() const { return nic(servers_.count, 0); }
  /// Returns the width of a rail's lanes on one side.
  double beside() const {
    return kNearLane + kLanePitch * (servers_.count / 2 - 1) + kBetweenRails / 2;
  }
  double row(int rail) const { return 2 * beside() * rail; }
  /// Returns the distance of a NIC's lane from its rail: above and below by turns, that of a farther server farther.
  double aside(NodeId node) const {
    const int server = (node - nic(0, 0)) / servers_.nics;
    const double distance = kNearLane + kLanePitch * ((server + 1) / 2 - 1);
    return server % 2 == 1 ? -distance : distance;
  }
  Area ground(int server) const {
    const QPointF low(server * kServerStep - kGround, -beside()),
        high(server * kServerStep + kSwitchX + kGround,
             row(servers_.nics - 1) + beside() + kNameBelow);
    return {{low, {high.x(), low.y()}, high, {low.x(), high.y()}},
            Words::tr("node %1").arg(server),
            {low.x(), high.y()}};
  }

  ServerShape servers_;
};

}  // namespace

bool isRailed(const Topology& topology) {
  return RailsLayout::suits(topology);
}

std::unique_ptr<Layout> makeRailsLayout(std::shared_ptr<const Topology> topology) {
  return std::make_unique<RailsLayout>(std::move(topology));
}

}  // namespace orrery::viz::inline model
