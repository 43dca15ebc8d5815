#include "emu/net/background.h"

#include <algorithm>
#include <numeric>

#include "emu/base/random.h"

namespace orrery::inline net {
namespace {

/// Sums of the loads on links, in bytes for each byte that goes from one host to another.
class Loads {
 public:
  Loads(const Topology& network, Routing routing)
      : network_(network), routing_(routing), on_(static_cast<std::size_t>(network.link_count())) {}

  void add(NodeId from, NodeId to) {
    if (from == to) return;
    const int paths = network_.path_count(from, to, routing_);
    for (int path = 0; path < paths; ++path) {
      route_.clear();
      network_.append_route(from, to, path, route_);
      for (const LinkId id : route_) on_[static_cast<std::size_t>(id)] += 1.0 / paths;
    }
  }

  std::vector<double>& on() { return on_; }

 private:
  const Topology& network_;
  Routing routing_;
  std::vector<double> on_;  // by link
  std::vector<LinkId> route_;
};

void add_round_trip(Loads& loads, NodeId hosts, std::uint64_t seed) {
  std::vector<NodeId> order(static_cast<std::size_t>(hosts));
  std::iota(order.begin(), order.end(), 0);
  std::ranges::sort(order, {}, [&](NodeId h) {
    return std::pair(drawn(seed, Purpose::kBackground, static_cast<std::uint64_t>(h)), h);
  });
  for (std::size_t i = 0; i < order.size(); ++i) loads.add(order[i], order[(i + 1) % order.size()]);
}

void add_pattern(Loads& loads, NodeId hosts, BackgroundPattern pattern, std::uint64_t seed) {
  if (pattern == BackgroundPattern::kRandom) return add_round_trip(loads, hosts, seed);
  for (NodeId h = 0; h < hosts; ++h) switch (pattern) {
      case BackgroundPattern::kUniform:
        for (NodeId to = 0; to < hosts; ++to) loads.add(h, to);
        break;
      case BackgroundPattern::kNeighbour:
        loads.add(h, static_cast<NodeId>((std::int64_t{h} + 1) % hosts));
        break;
      case BackgroundPattern::kOpposite:
        loads.add(h, static_cast<NodeId>((std::int64_t{h} + hosts / 2) % hosts));
        break;
      default:
        loads.add(h, 0);
    }
}

}  // namespace

std::vector<double> background_shares(const Topology& network, const Costs& costs, Routing routing,
                                      BackgroundPattern pattern, double load, std::uint64_t seed) {
  Loads loads(network, routing);
  add_pattern(loads, network.hosts(), pattern, seed);
  std::vector<double>& shares = loads.on();
  double busiest = 0;
  for (LinkId id = 0; id < network.link_count(); ++id) {
    double& share = shares[static_cast<std::size_t>(id)];
    if (share > 0) share /= costs.of(network.link(id)).bandwidth.bytes_per_second;
    busiest = std::max(busiest, share);
  }
  if (busiest > 0)
    for (double& share : shares) share *= load / busiest;
  return std::move(shares);
}

}  // namespace orrery::inline net
