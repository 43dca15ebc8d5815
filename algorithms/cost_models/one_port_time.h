#pragma once

#include <vector>

#include "algorithms/collective.h"

namespace orrery::inline algorithms {

/// An exchange of a rank: bytes to and from a peer, and bytes to reduce afterwards.
struct Exchange {
  int peer = 0;  ///< negative: no exchange (see settled)
  Bytes out, in, reduced;
  bool holds_up = true;  ///< whether the rank waits for it; false: it begins and the rank continues
};

/// Returns a wait for all open exchanges, in order, with their reductions.
inline Exchange settled() {
  return {-1, {}, {}, {}, false};
}

/// Returns the completion time of ranks on a fully connected network, each with one port for sends
/// and one for receives: programs[r] lists the exchanges of rank r, in order. A message takes the
/// ports at both its ends from the moment when both ranks are ready and both ports are free; first
/// come, first served, at the same moment the lower source and then its earlier message first. A
/// rank settles its open exchanges at the end of its program. Both sides of an exchange must occur,
/// or they wait forever (THROWS std::invalid_argument).
Time one_port_time(const std::vector<std::vector<Exchange>>& programs, const AlphaBetaGamma& cost);

}  // namespace orrery::inline algorithms
