#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "emu/engine/links/link_table.h"
#include "emu/engine/links/route_store.h"
#include "emu/net/network.h"

namespace orrery::inline engine {

/// The choice of routes for messages between hosts, according to Network::routing.
class Router {
 public:
  /// The routes of a message: its bytes use all paths in equal shares, after the latency.
  struct Routes {
    int paths = 0;
    int first = 0;           ///< number of its first path
    Time latency{0};         ///< of links and hops on the slowest path
    double ps_per_byte = 0;  ///< of the whole message when it is alone in the network
  };

  Router(const Network& network, LinkTable& links);

  bool adaptive() const { return network_.routing == Routing::kAdaptive; }
  /// Chooses the routes between two ranks, which are on different hosts.
  Routes choose(int source, int destination);
  /// Returns the routes of an earlier choose() for these ranks that began with path `first`.
  Routes choose_again(int source, int destination, int first);
  /// Returns the links of path 0 .. paths-1 of the last chosen routes.
  const std::vector<LinkSlot>& route(int path) const {
    return path == 0 ? chosen_->route : chosen_->more[static_cast<std::size_t>(path) - 1];
  }
  /// Returns the latency of a path of the last chosen routes, and the time per byte of the message
  /// at one of its links, which several of its paths may cross.
  Time latency_of(int path) const;
  double cost_of_hop(int path, std::size_t hop, int paths) const;
  /// Counts messages that arrive on (or leave) all links of the route; adaptive() routing avoids
  /// them.
  void count_messages(LinkRuns route, int change);

 private:
  /// The last routes of a rank. A rank that sends to the same peer repeatedly, as in a ring, takes
  /// the same routes.
  struct Choice {
    int source = -1, destination = -1;
    Routes routes;
    std::vector<LinkSlot> route;              // path 0
    std::vector<std::vector<LinkSlot>> more;  // other paths, and perhaps some of earlier routes
    std::vector<LinkSlot> crossed;            // links of all paths, sorted; used with several paths
  };
  static constexpr std::size_t kMostChoices = 1024;
  static constexpr LinkId kMostKnown = LinkId{1} << 18;
  static constexpr LinkSlot kUnknown = ~LinkSlot{0};
  NodeId host_of(int rank) const { return network_.host_of[static_cast<std::size_t>(rank)]; }
  Choice& choice_of(int source) {
    return choices_[static_cast<std::size_t>(source) & (choices_.size() - 1)];
  }
  bool takes_one() const { return network_.routing == Routing::kEcmp || adaptive(); }
  Routes find_routes(int source, int destination);
  Routes find_paths(int source, int destination, int first, int paths);
  Routes pick_paths(int source, int destination, int parts, int choices);
  int least_busy(int source, int destination, int parts, int choices);
  double busiest_link(const std::vector<LinkSlot>& route) const;
  std::vector<LinkSlot>& own_route(int path);
  LinkSlot slot_of(LinkId id);
  void find_route(NodeId from, NodeId to, int path, std::vector<LinkSlot>& route);
  void collect_links(int paths);
  Routes routes_of(int first, int paths);
  double shared_cost(LinkSlot link, std::ptrdiff_t crossing, int paths) const;

  const Network& network_;
  LinkTable& links_;
  std::vector<Choice> choices_;  // by source rank, modulo their number, a power of 2
  Choice* chosen_;
  std::vector<LinkSlot> slots_;  // by link, if one represents many and these are not too many
  std::vector<LinkId> ids_;      // scratch
  std::vector<std::int32_t> messages_on_;  // by link
};

}  // namespace orrery::inline engine
