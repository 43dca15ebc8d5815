#pragma once

#include <map>
#include <utility>
#include <vector>

#include "algorithms/collective.h"
#include "emu/net/network.h"

/// Cuts of a network that a collective's data must cross, and their times.
namespace orrery::inline algorithms {

/// The bandwidths of hosts and links, in bytes per picosecond; infinite without a limit.
class Capacities {
 public:
  /// A link in cuts and routes.
  struct Edge {
    NodeId from, to;
    double capacity;  ///< infinite without contention
    Time latency;     ///< with that of its hop
  };

  /// Computes the capacities. `network` must outlive the object.
  explicit Capacities(const Network& network);

  const Network& network() const { return *network_; }
  const std::vector<NodeId>& hosts() const {
    return hosts_;
  }  ///< returns the hosts with ranks, in
     ///< order
  /// Returns the capacity of a host for all messages to others, or from others: its ports and its
  /// links.
  double host(NodeId host) const;
  /// Returns the capacity of its ports alone.
  double ports(NodeId host) const { return ports_[static_cast<std::size_t>(host)]; }
  /// Returns whether each link was inspected; otherwise all hosts count as the best connected one,
  /// which is exact on fully connected networks.
  bool knows_links() const;
  /// Returns all links in order. REQUIRES knows_links().
  const std::vector<Edge>& edges() const { return edges_; }
  Time shortest_link() const {
    return shortest_;
  }  ///< returns the least latency of a link and its
     ///< hop

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
  double ps = 0;        ///< the least time for the bytes that cross it
  double bytes = 0;     ///< required to cross it
  double capacity = 0;  ///< bytes per picosecond
  int hosts = 0;        ///< number of hosts with ranks in the set; of a partition in all its sets
  int sets = 1;         ///< more than 1: the sum over the sets of a partition
  bool into = true;     ///< bytes enter the set; false: they leave it
};

/// The required crossings for each host instead of each rank; in bytes.
class HostCrossing {
 public:
  struct Flow {
    std::vector<double> bytes;  ///< by host
    NodeId end;                 ///< a host, or kEveryRank
    bool backward;
  };

  /// Sums up the crossings of hosts. `element` is the size of an element in bytes.
  HostCrossing(const Crossing& crossing, double element, const Network& network);

  const std::vector<Flow>& flows() const { return flows_; }
  std::size_t hosts() const { return ranks_.size(); }  ///< of the network
  int ranks_on(NodeId host) const { return ranks_[static_cast<std::size_t>(host)]; }
  double each_pair() const { return each_pair_; }
  /// Returns the bytes between pairs of hosts, if pairs differ.
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

/// The set of each node, 0 .. k-1.
using NodeSets = std::vector<int>;

/// Returns the cut of the slowest host, or of all hosts together.
Cut worst_host(const HostCrossing& crossing, const Capacities& capacities);

/// Returns the slowest set, or all together: every set against all others. REQUIRES
/// capacities.knows_links().
Cut worst_of(const NodeSets& sets, const HostCrossing& crossing, const Capacities& capacities);

/// Returns partitions along which networks are usually narrow: parts connected by links of lower
/// levels, and at most eight pairs of halves of each dimension.
std::vector<NodeSets> usual_partitions(const Network& network);

/// Returns the worst of all cuts, by maximum flows, given a known worst one; never better than
/// that. For data to or from one rank or all; pairs and sums count only for their spreads (see
/// Crossing). O(hosts) flows.
Cut worst_cut(const HostCrossing& crossing, const Capacities& capacities, Cut known);

}  // namespace orrery::inline algorithms
