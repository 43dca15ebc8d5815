#pragma once

#include <memory>
#include <optional>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "emu/net/network.h"

/// Networks of which some links are slower than they should be, or broken.
namespace orrery {

struct LinkFaults {
  /// What becomes of a link's own bandwidth and latency.
  struct Slow {
    double bandwidth = 1;  ///< a factor, > 0
    Time latency{0};       ///< more than usual, >= 0
  };
  std::unordered_map<LinkId, Slow> slow;
  std::vector<LinkId> failed;  ///< ascending; each way of a link by itself
  bool of_traffic = false;     ///< `slow` is what other traffic leaves of links that are as usual

  bool empty() const { return slow.empty() && failed.empty(); }
};

/// More links than this are too many to find ways around those that failed.
inline constexpr LinkId kMostLinksToSearch = LinkId{1} << 24;

/// The network with these faults. Its shortest paths are those of the network that no failed link cuts, in their
/// order; where all are cut there is one, the first of the shortest that are left (breadth-first, links in the order of
/// their numbers), through nodes that forward. `costs` are those that `slow` is relative to.
/// REQUIRES link_count() <= kMostLinksToSearch if links failed.
std::shared_ptr<const Topology> with_faults(std::shared_ptr<const Topology> network,
                                            const Costs& costs, LinkFaults faults);

/// A link that is not what it usually is, or that others use as well.
struct FaultyLink {
  LinkId link = 0;
  bool failed = false;
  double bandwidth = 1;   ///< share of its usual one
  Time latency{0};        ///< more than usual
  double background = 0;  ///< share of its bandwidth that other traffic takes

  bool is_slow() const { return !failed && (bandwidth < 1 || latency > Time(0)); }
};

/// Those of a network with faults, ascending; none of any other network.
std::vector<FaultyLink> faulty_links(const Topology& network);

/// Two of the hosts between which no way is left; nothing if there is one between all.
std::optional<std::pair<NodeId, NodeId>> cut_apart(const Topology& network,
                                                   std::span<const LinkId> failed,
                                                   std::span<const NodeId> hosts);

}  // namespace orrery
