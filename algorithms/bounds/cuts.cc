#include "algorithms/bounds/cuts.h"

#include <algorithm>
#include <limits>
#include <numeric>

#include "algorithms/common/distinct.h"
#include "emu/base/coordinates.h"
#include "emu/base/index.h"
#include "emu/net/max_flow.h"

namespace orrery::inline algorithms {

namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();
constexpr double kPerPicosecond = 1e-12;
constexpr std::size_t kMostPairs = 4'000'000;  ///< pairs of hosts whose paths are counted
constexpr int kMostHalves = 8;                 ///< of a dimension
constexpr LinkId kMostLinks = 4'000'000;       ///< links that are inspected individually
constexpr LinkId kMostIdentical = 10'000;  ///< the same, if each host has identical links to all
                                           ///< others

bool is_even(int size) {
  return size % 2 == 0;
}

}  // namespace

Capacities::Capacities(const Network& network)
    : network_(&network),
      hosts_(distinct(network.host_of)),
      has_even_ring_(network.routing == Routing::kMinimal &&
                     std::ranges::any_of(network.topology->dims(), is_even)),
      stripes_(stripes()),
      leaving_(at(network.topology->hosts())),
      fastest_(leaving_.size()),
      ports_(leaving_.size(), kInfinite) {
  knows_links() ? look_at_links() : assume_the_best();
  for (const NodeId h : hosts_) ports_[at(h)] = of_ports(h);
}

bool Capacities::knows_links() const {
  const bool identical = network_->fully_connected() && network_->topology->has_identical_links();
  return network_->topology->link_count() <= (identical ? kMostIdentical : kMostLinks);
}

void Capacities::look_at_links() {
  const Topology& topology = *network_->topology;
  shortest_ = topology.link_count() > 0 ? Time::max() : Time(0);
  edges_.reserve(static_cast<std::size_t>(topology.link_count()));
  for (LinkId id = 0; id < topology.link_count(); ++id) {
    const Link l = topology.link(id);
    const LinkCost cost = network_->costs.of(l);
    const double bandwidth = cost.bandwidth.bytes_per_second * kPerPicosecond;
    edges_.push_back({l.from, l.to, network_->contention ? bandwidth : kInfinite,
                      cost.latency + network_->costs.hop_latency});
    shortest_ = std::min(shortest_, edges_.back().latency);
    if (l.from >= topology.hosts()) continue;
    leaving_[at(l.from)] += bandwidth;
    fastest_[at(l.from)] = std::max(fastest_[at(l.from)], bandwidth);
  }
}

void Capacities::assume_the_best() {
  const Topology& topology = *network_->topology;
  double fastest = 0;
  shortest_ = Time::max();
  for (int level = 0; level < topology.levels(); ++level) {
    const LinkCost& cost = network_->costs.link(level);
    fastest = std::max(fastest, cost.bandwidth.bytes_per_second * kPerPicosecond);
    shortest_ = std::min(shortest_, cost.latency + network_->costs.hop_latency);
  }
  std::ranges::fill(fastest_, fastest);
  std::ranges::fill(leaving_, fastest * topology.ports_per_host());
}

/// Returns whether some host sends the next one messages in several parts.
bool Capacities::stripes() const {
  for (std::size_t i = 1; network_->topology->servers() != nullptr && i < hosts_.size(); ++i)
    if (network_->topology->path_count(hosts_[i - 1], hosts_[i], Routing::kDimensionOrder) > 1)
      return true;
  return false;
}

/// Returns how many paths of one message may leave or reach the host concurrently:
/// Routing::kMinimal splits messages half round a ring, and stripes use all NICs of a node.
int Capacities::ways_of_a_message(NodeId host) const {
  const int most = stripes_ ? network_->topology->servers()->nics : has_even_ring_ ? 2 : 1;
  if (most == 1 || hosts_.size() * hosts_.size() > kMostPairs) return most;
  const Routing routing = stripes_ ? Routing::kDimensionOrder : Routing::kMinimal;
  int ways = 1;
  for (auto other = hosts_.begin(); other != hosts_.end() && ways < most; ++other)
    ways = std::max(ways, network_->topology->path_count(host, *other, routing));
  return ways;
}

double Capacities::of_ports(NodeId host) const {
  const Ports& ports = network_->ports;
  switch (ports.kind) {
    case Ports::Kind::kCount:
      return ports.count * ways_of_a_message(host) * fastest_[at(host)];
    case Ports::Kind::kPerLink:
      return ports.are_links() && !network_->contention ? kInfinite : leaving_[at(host)];
    case Ports::Kind::kUnlimited:
      break;
  }
  return kInfinite;
}

double Capacities::host(NodeId host) const {
  return network_->contention ? std::min(ports(host), leaving_[at(host)]) : ports(host);
}

HostCrossing::HostCrossing(const Crossing& crossing, double element, const Network& network)
    : ranks_(at(network.topology->hosts())),
      all_ranks_(network.ranks()),
      each_pair_(static_cast<double>(crossing.each_pair) * element),
      combined_(static_cast<double>(crossing.combined) * element) {
  for (const NodeId h : network.host_of) ++ranks_[at(h)];
  for (const Spread& s : crossing.spreads) {
    Flow& flow =
        flows_.emplace_back(Flow{std::vector<double>(ranks_.size()), kEveryRank, s.backward});
    if (s.end != kEveryRank) flow.end = network.host_of[at(s.end)];
    for (std::size_t r = 0; r < s.elements.size(); ++r)
      flow.bytes[at(network.host_of[r])] += static_cast<double>(s.elements[r]) * element;
  }
  for (std::size_t b = 0; b < crossing.pairs.size(); ++b)
    pairs_[{network.host_of[b / network.host_of.size()],
            network.host_of[b % network.host_of.size()]}] +=
        static_cast<double>(crossing.pairs[b]) * element;
}

namespace {

/// Sets of hosts, each with its capacities in and out.
struct Parts {
  std::vector<int> of;  ///< each host's set
  std::vector<double> in, out;
  std::size_t size() const { return in.size(); }
};

class WorstPart {
 public:
  WorstPart(const Parts& parts, const HostCrossing& crossing)
      : parts_(parts), crossing_(crossing), ranks_(parts.size()), hosts_(parts.size()) {
    for (std::size_t h = 0; h < parts.of.size(); ++h) {
      ranks_[part(h)] += crossing.ranks_on(static_cast<NodeId>(h));
      hosts_[part(h)] += crossing.ranks_on(static_cast<NodeId>(h)) > 0 ? 1 : 0;
    }
  }

  Cut find() {
    for (const HostCrossing::Flow& flow : crossing_.flows()) try_flow(flow);
    try_pairs();
    try_all_together();
    return worst_;
  }

 private:
  std::size_t part(std::size_t host) const { return static_cast<std::size_t>(parts_.of[host]); }

  void take(Cut cut) {
    cut.ps = cut.bytes > 0 && cut.capacity > 0 ? cut.bytes / cut.capacity : 0;
    if (cut.ps > worst_.ps) worst_ = cut;
  }

  void try_pairs() {
    std::vector<double> in(parts_.size()), out;
    for (std::size_t s = 0; s < parts_.size(); ++s)
      in[s] = crossing_.each_pair() * ranks_[s] * (crossing_.ranks() - ranks_[s]);
    out = in;
    for (const auto& [pair, bytes] : crossing_.pairs()) {
      const std::size_t from = part(at(pair.first)), to = part(at(pair.second));
      if (from != to) out[from] += bytes, in[to] += bytes;
    }
    for (std::size_t s = 0; s < parts_.size(); ++s) {
      take({0, in[s], parts_.in[s], hosts_[s], 1, true});
      take({0, out[s], parts_.out[s], hosts_[s], 1, false});
    }
  }

  void try_flow(const HostCrossing::Flow& flow) {
    std::vector<double> inside(parts_.size());
    for (std::size_t h = 0; h < flow.bytes.size(); ++h) inside[part(h)] += flow.bytes[h];
    const double all = std::accumulate(inside.begin(), inside.end(), 0.0);
    for (std::size_t s = 0; s < parts_.size(); ++s)
      if (ranks_[s] > 0 && (flow.end == kEveryRank || part(at(flow.end)) == s))
        take({0, all - inside[s], flow.backward ? parts_.out[s] : parts_.in[s], hosts_[s], 1,
              !flow.backward});
  }

  void try_all_together() {
    int sets = 0, hosts = 0;
    double in = 0, out = 0;
    for (std::size_t s = 0; s < parts_.size(); ++s)
      if (ranks_[s] > 0) ++sets, hosts += hosts_[s], in += parts_.in[s], out += parts_.out[s];
    take({0, 2.0 * (sets - 1) * crossing_.combined(), std::min(in, out), hosts, sets, true});
  }

  const Parts& parts_;
  const HostCrossing& crossing_;
  std::vector<int> ranks_, hosts_;
  Cut worst_;
};

}  // namespace

Cut worst_host(const HostCrossing& crossing, const Capacities& capacities) {
  const std::vector<NodeId>& hosts = capacities.hosts();
  Parts parts;
  parts.of.resize(at(capacities.network().topology->hosts()), static_cast<int>(hosts.size()));
  for (std::size_t i = 0; i < hosts.size(); ++i) {
    parts.of[at(hosts[i])] = static_cast<int>(i);
    parts.in.push_back(capacities.host(hosts[i]));
  }
  parts.in.push_back(0);
  parts.out = parts.in;
  return WorstPart(parts, crossing).find();
}

Cut worst_of(const NodeSets& sets, const HostCrossing& crossing, const Capacities& capacities) {
  const int hosts = capacities.network().topology->hosts();
  const auto count = static_cast<std::size_t>(std::ranges::max(sets)) + 1;
  Parts parts;
  parts.of.assign(sets.begin(), sets.begin() + hosts);
  parts.in.resize(count);
  parts.out.resize(count);
  for (const Capacities::Edge& edge : capacities.edges()) {
    const int from = sets[at(edge.from)], to = sets[at(edge.to)];
    if (from == to) continue;
    parts.out[at(from)] += edge.capacity;
    parts.in[at(to)] += edge.capacity;
  }
  std::vector<double> ports(count);
  for (const NodeId h : capacities.hosts()) ports[at(sets[at(h)])] += capacities.ports(h);
  for (std::size_t s = 0; s < count; ++s) {
    parts.in[s] = std::min(parts.in[s], ports[s]);
    parts.out[s] = std::min(parts.out[s], ports[s]);
  }
  return WorstPart(parts, crossing).find();
}

namespace {

/// Returns the sets of nodes joined by links of levels below `level`.
NodeSets joined_below(int level, const Topology& topology) {
  std::vector<int> leader(at(topology.nodes()));
  std::iota(leader.begin(), leader.end(), 0);
  const auto find = [&](int node) {
    while (leader[at(node)] != node) node = leader[at(node)] = leader[at(leader[at(node)])];
    return node;
  };
  for (LinkId id = 0; id < topology.link_count(); ++id) {
    const Link l = topology.link(id);
    if (l.level < level) leader[at(find(l.from))] = find(l.to);
  }
  NodeSets sets(leader.size());
  std::vector<int> number(leader.size(), -1);
  int count = 0;
  for (NodeId node = 0; node < topology.nodes(); ++node) {
    int& n = number[at(find(node))];
    sets[at(node)] = n < 0 ? n = count++ : n;
  }
  return sets;
}

/// Returns the hosts in the half of the dimension that begins at `first`, and the other hosts with
/// all switches.
NodeSets half_of(std::size_t dimension, int first, const Topology& topology) {
  const Coordinate along = coordinates_in(topology.dims())[dimension];
  NodeSets sets(at(topology.nodes()), 0);
  for (NodeId h = 0; h < topology.hosts(); ++h)
    sets[at(h)] = (along.of(h) - first + along.side) % along.side < along.side / 2 ? 1 : 0;
  return sets;
}

}  // namespace

std::vector<NodeSets> usual_partitions(const Network& network) {
  const Topology& topology = *network.topology;
  std::vector<NodeSets> all;
  for (int level = 1; level < topology.levels(); ++level)
    all.push_back(joined_below(level, topology));
  const std::vector<int> dims = topology.dims();
  for (std::size_t d = 0; d < dims.size(); ++d) {
    const int halves = dims[d] > 1 ? (dims[d] + 1) / 2 : 0;
    for (int first = 0; first < halves; first += (halves + kMostHalves - 1) / kMostHalves)
      all.push_back(half_of(d, first, topology));
  }
  return all;
}

namespace {

/// The cut between a host and the others that a spread of data must cross, by maximum flow: nodes
/// of the network, then a terminal for each host, then one for all spread data. All edges are
/// reversed if the data go the other way.
class SpreadCut {
 public:
  SpreadCut(const HostCrossing::Flow& flow, NodeId end, const Capacities& capacities)
      : flow_(flow), end_(end), capacities_(capacities) {
    for (const NodeId h : capacities.hosts())
      if (h != end) bytes_ += flow.bytes[at(h)];
  }

  /// Returns the worst cut, through a series of longer cuts.
  Cut worst(Cut known) const {
    for (Cut next = longer(known); next.ps > known.ps; next = longer(known)) known = next;
    return known;
  }

 private:
  NodeId nodes() const { return capacities_.network().topology->nodes(); }
  NodeId terminal(NodeId host) const { return nodes() + host; }
  NodeId all() const { return nodes() + capacities_.network().topology->hosts(); }

  /// Returns a finite capacity, so that differences are numbers.
  static double finite(double capacity) { return std::min(capacity, 1e200); }

  template <class F>
  void for_each_edge(F&& f) const {
    const auto edge = [&](NodeId from, NodeId to, double capacity) {
      flow_.backward ? f(to, from, capacity) : f(from, to, capacity);
    };
    for (const Capacities::Edge& e : capacities_.edges()) edge(e.from, e.to, e.capacity);
    for (const NodeId h : capacities_.hosts()) {
      edge(terminal(h), h, capacities_.ports(h));
      edge(h, terminal(h), capacities_.ports(h));
    }
  }

  /// Returns the smallest cut for the flow that the network carries in known.ps; or `known`.
  Cut longer(const Cut& known) const {
    if (bytes_ == 0) return known;
    MaxFlow flow(all() + 1);
    for_each_edge([&](NodeId from, NodeId to, double capacity) {
      flow.add_edge(from, to, std::min(finite(capacity) * known.ps, bytes_));
    });
    for (const NodeId h : capacities_.hosts())
      if (h != end_) flow.add_edge(all(), terminal(h), flow_.bytes[at(h)]);
    if (flow.solve(all(), terminal(end_)) >= bytes_ * (1 - kRounding)) return known;
    const Cut cut = cut_of(flow);
    return cut.ps > known.ps * (1 + kRounding) ? cut : known;
  }

  Cut cut_of(const MaxFlow& flow) const {
    Cut cut{0, 0, 0, 0, 1, !flow_.backward};
    for_each_edge([&](NodeId from, NodeId to, double capacity) {
      if (flow.on_source_side(from) && !flow.on_source_side(to)) cut.capacity += capacity;
    });
    for (const NodeId h : capacities_.hosts())
      if (flow.on_source_side(terminal(h)))
        cut.bytes += flow_.bytes[at(h)];
      else
        ++cut.hosts;
    cut.ps = cut.bytes / cut.capacity;
    return cut;
  }

  static constexpr double kRounding = 1e-9;

  const HostCrossing::Flow& flow_;
  NodeId end_;
  const Capacities& capacities_;
  double bytes_ = 0;
};

}  // namespace

Cut worst_cut(const HostCrossing& crossing, const Capacities& capacities, Cut known) {
  for (const HostCrossing::Flow& flow : crossing.flows())
    for (const NodeId h : capacities.hosts())
      if (flow.end == kEveryRank || flow.end == h)
        known = SpreadCut(flow, h, capacities).worst(known);
  return known;
}

}  // namespace orrery::inline algorithms
