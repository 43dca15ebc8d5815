#pragma once

#include <memory>
#include <optional>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "emu/net/network.h"

/// Networks with slow or failed links.
namespace orrery::inline net {

struct LinkFaults {
  /// Changes of a link's own bandwidth and latency.
  struct Slow {
    double bandwidth = 1;  ///< a factor, > 0
    Time latency{0};       ///< added, >= 0
  };
  std::unordered_map<LinkId, Slow> slow;
  std::vector<LinkId> failed;  ///< ascending; the two directions of a link are separate
  bool of_traffic = false;     ///< `slow` is the rest that other traffic leaves of healthy links

  bool empty() const { return slow.empty() && failed.empty(); }
};

/// The most links of a network in which routes around failed links can be found.
inline constexpr LinkId kMostLinksToSearch = LinkId{1} << 24;

/// Returns the network with these faults. Its shortest paths are those of the network that no
/// failed link cuts, in their order; if all are cut there is one, the first of the shortest
/// remaining paths (breadth-first, links in the order of their numbers), through nodes that
/// forward. `slow` is relative to `costs`. REQUIRES link_count() <= kMostLinksToSearch if links
/// failed.
std::shared_ptr<const Topology> with_faults(std::shared_ptr<const Topology> network,
                                            const Costs& costs, LinkFaults faults);

/// A faulty link, or one with background traffic.
struct FaultyLink {
  LinkId link = 0;
  bool failed = false;
  double bandwidth = 1;   ///< share of its usual bandwidth
  Time latency{0};        ///< added to the usual latency
  double background = 0;  ///< share of its bandwidth taken by other traffic

  bool is_slow() const { return !failed && (bandwidth < 1 || latency > Time(0)); }
};

/// Returns the faulty links of a network with faults, ascending; empty for any other network.
std::vector<FaultyLink> faulty_links(const Topology& network);

/// Returns two hosts without a route between them; nullopt if all are connected.
std::optional<std::pair<NodeId, NodeId>> cut_apart(const Topology& network,
                                                   std::span<const LinkId> failed,
                                                   std::span<const NodeId> hosts);

}  // namespace orrery::inline net
