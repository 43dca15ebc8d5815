#pragma once

#include <map>
#include <utility>
#include <vector>

#include "algorithms/collective.h"
#include "emu/net/network.h"

/// Cuts of a network that a collective's data must cross, and how long that takes.
namespace orrery {

/// What hosts and links carry at once, in bytes per picosecond; infinite where nothing limits them.
class Capacities {
 public:
  /// A link as cuts and ways see it.
  struct Edge {
    NodeId from, to;
    double capacity;  ///< infinite without contention
    Time latency;     ///< with that of its hop
  };

  /// `network` must outlive the object.
  explicit Capacities(const Network& network);

  const Network& network() const { return *network_; }
  const std::vector<NodeId>& hosts() const { return hosts_; }  ///< with ranks, in their order
  /// All messages together that a host sends to others, or receives: its ports and its links.
  double host(NodeId host) const;
  /// Its ports alone.
  double ports(NodeId host) const { return ports_[static_cast<std::size_t>(host)]; }
  /// Whether each link was looked at; otherwise all hosts count as the best connected one does, which is
  /// exact on fully connected networks.
  bool knows_links() const;
  /// All links in their order. REQUIRES knows_links().
  const std::vector<Edge>& edges() const { return edges_; }
  Time shortest_link() const { return shortest_; }  ///< least latency of a link, and of its hop

 private:
  void look_at_links();
  void assume_the_best();
  double of_ports(NodeId host) const;
  bool stripes() const;
  int ways_of_a_message(NodeId host) const;

  const Network* network_;
  std::vector<NodeId> hosts_;
  bool has_even_ring_, stripes_;
  std::vector<Edge> edges_;
  std::vector<double> leaving_, fastest_, ports_;  // by host
  Time shortest_{0};
};

/// A set of hosts that bytes must enter or leave.
struct Cut {
  double ps = 0;        ///< for the bytes that cross it, at the least
  double bytes = 0;     ///< that must cross it
  double capacity = 0;  ///< bytes per picosecond
  int hosts = 0;        ///< with ranks, in the set; of a partition in all its sets
  int sets = 1;         ///< more than 1: the sum over the sets of a partition
  bool into = true;     ///< bytes enter the set; false: they leave it
};

/// What must cross, for each host instead of each rank; in bytes.
class HostCrossing {
 public:
  struct Flow {
    std::vector<double> bytes;  ///< by host
    NodeId end;                 ///< a host, or kEveryRank
    bool backward;
  };

  /// `element` is the size of an element in bytes.
  HostCrossing(const Crossing& crossing, double element, const Network& network);

  const std::vector<Flow>& flows() const { return flows_; }
  std::size_t hosts() const { return ranks_.size(); }  ///< of the network
  int ranks_on(NodeId host) const { return ranks_[static_cast<std::size_t>(host)]; }
  double each_pair() const { return each_pair_; }
  /// Between hosts, where pairs differ.
  const std::map<std::pair<NodeId, NodeId>, double>& pairs() const { return pairs_; }
  double combined() const { return combined_; }
  int ranks() const { return all_ranks_; }

 private:
  std::vector<Flow> flows_;
  std::vector<int> ranks_;  ///< by host
  int all_ranks_ = 0;
  double each_pair_ = 0, combined_ = 0;
  std::map<std::pair<NodeId, NodeId>, double> pairs_;
};

/// Each node's set, 0 .. k-1.
using NodeSets = std::vector<int>;

/// The host that takes longest, or all of them together.
Cut worst_host(const HostCrossing& crossing, const Capacities& capacities);

/// The set that takes longest, or all of them together: every set against all others. REQUIRES
/// capacities.knows_links().
Cut worst_of(const NodeSets& sets, const HostCrossing& crossing, const Capacities& capacities);

/// Partitions along which networks are usually narrow: parts that hang together by links of lower
/// levels, and at most eight pairs of halves of each dimension.
std::vector<NodeSets> usual_partitions(const Network& network);

/// The worst of all cuts, by maximum flows, given a worst one that is known; never better than that.
/// For what goes to or from one rank or all; pairs and sums count for no more than their spreads
/// (see Crossing). O(hosts) flows.
Cut worst_cut(const HostCrossing& crossing, const Capacities& capacities, Cut known);

}  // namespace orrery
