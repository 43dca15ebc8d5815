#pragma once

#include <algorithm>
#include <optional>
#include <string_view>

#include "algorithms/bounds/cuts.h"

/// Lower bounds for a collective on the network at hand, not on an ideal one.
namespace orrery {

struct NetworkBounds {
  enum class Kind { kLatency, kPorts, kCut };

  /// α and latency alone: of the way between the two most distant hosts that must hear of each other,
  /// and of the rounds in which all hosts can, where a message holds its ports for all of its time.
  Time latency{0};
  /// One message's α and link, and then the bytes of the host whose ports and links are busy longest.
  Time ports{0};
  /// So for any set of hosts: the bytes that must enter or leave it over the bandwidth of the links
  /// (and ports) that they can take.
  Time cut{0};
  /// Whether `cut` is the worst of all cuts; otherwise of those of hosts, of levels of links and of
  /// halves of dimensions only.
  bool exact = false;
  Cut worst;  ///< the set of hosts that `cut` comes from

  /// No run takes less.
  Time least() const { return std::max({latency, ports, cut}); }
  /// What `least` comes from; of equal ones the first.
  Kind binding() const;
};

/// "latency", "ports", "cut".
std::string_view name_of(NetworkBounds::Kind kind);

/// The bounds of c for x on `network`; nothing where the collective does not say what it must cross
/// (Collective::crossing). REQUIRES x.p ranks in `network`.
std::optional<NetworkBounds> network_bounds(const Collective& c, const Problem& x,
                                            const Network& network);

}  // namespace orrery
