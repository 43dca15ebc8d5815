#include "algorithms/bounds/network_bounds.h"

#include <array>
#include <numeric>
#include <utility>

#include <queue>

#include "algorithms/common/arithmetic.h"
#include "algorithms/common/distinct.h"
#include "algorithms/common/placed_problem.h"
#include "emu/base/grouped.h"
#include "emu/base/index.h"

namespace orrery::inline algorithms {

namespace {

/// Hosts times links up to which all cuts, and all distances, are computed.
constexpr double kMostWork = 1e5;

std::size_t index_of(NodeId node) {
  return static_cast<std::size_t>(node);
}

/// The shortest latencies from a host to all nodes.
class Distances {
 public:
  Distances(int nodes, const std::vector<Capacities::Edge>& edges)
      : ways_(static_cast<std::size_t>(nodes), [&](auto add) {
          for (const Capacities::Edge& edge : edges)
            add(index_of(edge.from), {edge.to, edge.latency});
        }) {}

  std::vector<Time> from(NodeId start) const {
    std::vector<Time> least(ways_.groups(), Time::max());
    using Reached = std::pair<Time, NodeId>;
    std::priority_queue<Reached, std::vector<Reached>, std::greater<>> next;
    next.emplace(least[index_of(start)] = Time(0), start);
    while (!next.empty()) {
      const auto [time, node] = next.top();
      next.pop();
      if (time > least[index_of(node)]) continue;
      for (const Way& way : ways_[index_of(node)])
        if (const Time there = time + way.latency; there < least[index_of(way.to)])
          next.emplace(least[index_of(way.to)] = there, way.to);
    }
    return least;
  }

 private:
  struct Way {
    NodeId to = 0;
    Time latency{0};
  };
  Grouped<Way> ways_;  // by node
};

class Bounding {
 public:
  Bounding(const Collective& c, const Problem& x, const Network& network)
      : network_(network),
        capacities_(network),
        crossing_(c.crossing(x)),
        by_host_(crossing_, c.synchronises ? 0 : x.element_bytes, network),
        participants_(c.bounds(x).participants) {}

  NetworkBounds find() const {
    NetworkBounds b;
    b.exact = crossing_.each_pair == 0 && crossing_.pairs.empty();
    if (!anything_crosses()) return b;
    const Cut host = worst_host(by_host_, capacities_);
    b.worst = worst_cut_known(host);
    b.exact &= is_small();
    if (is_small()) b.worst = worst_cut(by_host_, capacities_, b.worst);
    b.latency = latency();
    b.ports = first_byte() + rounded_down(host.ps);
    b.cut = first_byte() + rounded_down(b.worst.ps);
    return b;
  }

 private:
  /// Rounds down: runs round each duration up, except for rounding noise (round_to_ps).
  static Time rounded_down(double ps) { return Time(static_cast<std::int64_t>(ps + 0x1p-10)); }

  bool is_small() const {
    return capacities_.knows_links() &&
           static_cast<double>(capacities_.hosts().size()) *
                   static_cast<double>(network_.topology->link_count()) <=
               kMostWork;
  }

  /// Returns whether a host has data for another.
  bool anything_crosses() const {
    return std::ranges::any_of(crossing_.spreads, [&](const Spread& s) {
      for (std::size_t r = 0; r < s.elements.size(); ++r)
        if (s.elements[r] > 0 && goes_elsewhere(network_.host_of[r], s.end)) return true;
      return false;
    });
  }
  bool goes_elsewhere(NodeId host, int end) const {
    return end == kEveryRank ? capacities_.hosts().size() > 1
                             : network_.host_of[index_of(end)] != host;
  }

  Cut worst_cut_known(Cut worst) const {
    if (!capacities_.knows_links() || !network_.contention || network_.fully_connected())
      return worst;
    for (const NodeSets& sets : usual_partitions(network_))
      if (const Cut cut = worst_of(sets, by_host_, capacities_); cut.ps > worst.ps) worst = cut;
    return worst;
  }

  /// Returns the α that a message of any size pays.
  Time least_alpha() const {
    Time least = network_.costs.alpha;
    for (const auto& step : network_.costs.alpha_by_size.steps) least = std::min(least, step.value);
    return least;
  }

  /// Returns the time before which no byte leaves a link.
  Time first_byte() const { return least_alpha() + capacities_.shortest_link(); }

  Time latency() const {
    return std::max(fewest_rounds() * first_byte(), least_alpha() + longest_way());
  }

  /// Returns the fewest rounds. In a round a host passes on its knowledge to as many others as it
  /// has ports, if a message holds its ports until its arrival.
  int fewest_rounds() const {
    if (!network_.ports.held_for_message() || network_.ports.kind == Ports::Kind::kUnlimited)
      return 1;
    const int ports = network_.ports.kind == Ports::Kind::kCount
                          ? network_.ports.count
                          : network_.topology->ports_per_host();
    const int hosts = hosts_taking_part();
    const LowerBounds bounds{static_cast<double>(ceil_log2(hosts)), hosts, 0};
    return std::max(1, static_cast<int>(bounds.fewest_rounds(ports)));
  }

  int hosts_taking_part() const {
    int most = 1;
    for (const NodeId h : capacities_.hosts()) most = std::max(most, by_host_.ranks_on(h));
    return (participants_ + most - 1) / most;
  }

  Time longest_way() const {
    if (!capacities_.knows_links() || network_.fully_connected())
      return capacities_.shortest_link();
    const Distances distances(network_.topology->nodes(), capacities_.edges());
    Time longest{0};
    for (const Spread& s : crossing_.spreads) {
      if (s.end != kEveryRank) {
        longest =
            std::max(longest, to_sharers(distances.from(network_.host_of[index_of(s.end)]), s));
        continue;
      }
      for (const NodeId h : sharers(s)) {
        const std::vector<Time> ways = distances.from(h);
        for (const NodeId other : capacities_.hosts())
          longest = std::max(longest, ways[index_of(other)]);
        if (!is_small()) break;
      }
    }
    return longest;
  }

  /// Returns the hosts of ranks for which a spread has elements.
  std::vector<NodeId> sharers(const Spread& s) const {
    std::vector<NodeId> hosts;
    for (std::size_t r = 0; r < s.elements.size(); ++r)
      if (s.elements[r] > 0) hosts.push_back(network_.host_of[r]);
    return distinct(std::move(hosts));
  }
  Time to_sharers(const std::vector<Time>& ways, const Spread& s) const {
    Time longest{0};
    for (const NodeId h : sharers(s)) longest = std::max(longest, ways[index_of(h)]);
    return longest;
  }

  const Network& network_;
  Capacities capacities_;
  Crossing crossing_;
  HostCrossing by_host_;
  int participants_;
};

}  // namespace

NetworkBounds::Kind NetworkBounds::binding() const {
  if (latency >= ports && latency >= cut) return Kind::kLatency;
  return ports >= cut ? Kind::kPorts : Kind::kCut;
}

std::string_view name_of(NetworkBounds::Kind kind) {
  constexpr std::array<std::string_view, 3> kNames{"latency", "ports", "cut"};
  return kNames[static_cast<std::size_t>(kind)];
}

std::optional<NetworkBounds> network_bounds(const Collective& c, const Problem& x,
                                            const Network& network) {
  if (c.crossing == nullptr) return std::nullopt;
  thread_local LastAnswer<std::pair<const Collective*, PlacedProblem>, NetworkBounds> last;
  Problem placed = x;
  placed.network = &network;
  return last.to({&c, PlacedProblem(placed)}, [&] { return Bounding(c, x, network).find(); });
}

void HostNeeds::add(const HostNeeds& other, double times) {
  for (std::size_t h = 0; h < in.size(); ++h)
    in[h] += times * other.in[h], out[h] += times * other.out[h];
  all += times * other.all;
}

double HostNeeds::busiest(int hosts) const {
  return std::max({std::ranges::max(in), std::ranges::max(out), hosts > 0 ? all / hosts : 0});
}

namespace {

double total(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0);
}

/// Raises a host's needs to those of a flow.
void need_flow(HostNeeds& needs, const HostCrossing& crossing, const HostCrossing::Flow& flow) {
  std::vector<double>& gathering = flow.backward ? needs.out : needs.in;
  std::vector<double>& giving = flow.backward ? needs.in : needs.out;
  const double all = total(flow.bytes);
  for (std::size_t h = 0; h < flow.bytes.size(); ++h) {
    const int ranks = crossing.ranks_on(static_cast<NodeId>(h));
    const bool at_end = flow.end == kEveryRank ? ranks > 0 : at(flow.end) == h;
    const bool elsewhere = flow.end == kEveryRank ? ranks < crossing.ranks() : at(flow.end) != h;
    if (at_end) gathering[h] = std::max(gathering[h], all - flow.bytes[h]);
    if (elsewhere) giving[h] = std::max(giving[h], flow.bytes[h]);
  }
}

void need_pairs(HostNeeds& needs, const HostCrossing& crossing) {
  std::vector<double> in(needs.in.size());
  for (std::size_t h = 0; h < in.size(); ++h) {
    const int ranks = crossing.ranks_on(static_cast<NodeId>(h));
    in[h] = crossing.each_pair() * ranks * (crossing.ranks() - ranks);
  }
  std::vector<double> out = in;
  for (const auto& [pair, bytes] : crossing.pairs())
    if (pair.first != pair.second) out[at(pair.first)] += bytes, in[at(pair.second)] += bytes;
  for (std::size_t h = 0; h < in.size(); ++h) {
    needs.in[h] = std::max(needs.in[h], in[h]);
    needs.out[h] = std::max(needs.out[h], out[h]);
  }
}

}  // namespace

HostNeeds needs_of(const HostCrossing& crossing) {
  const std::size_t hosts = crossing.hosts();
  HostNeeds needs(hosts);
  for (const HostCrossing::Flow& flow : crossing.flows()) need_flow(needs, crossing, flow);
  need_pairs(needs, crossing);
  int with_ranks = 0;
  for (std::size_t h = 0; h < hosts; ++h)
    with_ranks += crossing.ranks_on(static_cast<NodeId>(h)) > 0 ? 1 : 0;
  needs.all =
      std::max({total(needs.in), total(needs.out), 2.0 * (with_ranks - 1) * crossing.combined()});
  return needs;
}

}  // namespace orrery::inline algorithms
