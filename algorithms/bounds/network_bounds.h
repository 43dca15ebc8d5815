#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "algorithms/bounds/cuts.h"

/// Lower bounds for a collective on a given network instead of an ideal one.
namespace orrery::inline algorithms {

struct NetworkBounds {
  enum class Kind { kLatency, kPorts, kCut };

  /// α and latency alone: of the route between the two most distant hosts that must exchange data,
  /// and of the rounds in which all hosts can, if a message holds its ports for all of its time.
  Time latency{0};
  /// α and the link latency of one message, and then the bytes of the host whose ports and links
  /// are busy longest.
  Time ports{0};
  /// The least time of any set of hosts: the bytes that must enter or leave it over the bandwidth of its
  /// links (and ports).
  Time cut{0};
  /// Whether `cut` is the worst of all cuts; otherwise only cuts around hosts, levels of links and
  /// halves of dimensions were tried.
  bool exact = false;
  Cut worst;  ///< the set of hosts of `cut`

  /// Returns the largest bound.
  Time least() const { return std::max({latency, ports, cut}); }
  /// Returns the bound that equals `least`; of equal ones the first.
  Kind binding() const;
};

/// Returns "latency", "ports", "cut".
std::string_view name_of(NetworkBounds::Kind kind);

/// Returns the bounds of c for x on `network`; nullopt if the collective has no
/// Collective::crossing. REQUIRES x.p ranks in `network`.
std::optional<NetworkBounds> network_bounds(const Collective& c, const Problem& x,
                                            const Network& network);

/// The bytes that each host must receive from others and send to others, by host, and that all
/// hosts together must send: lower bounds for every run. The needs of several operations add up.
struct HostNeeds {
  std::vector<double> in, out;
  double all = 0;

  explicit HostNeeds(std::size_t hosts) : in(hosts), out(hosts) {}
  void add(const HostNeeds& other, double times);
  /// Returns the fewest bytes that some host must send or receive; `hosts`: those with ranks.
  double busiest(int hosts) const;
};
HostNeeds needs_of(const HostCrossing& crossing);

}  // namespace orrery::inline algorithms
