#pragma once

#include <vector>

#include "algorithms/collective.h"

namespace orrery {

/// An exchange of a rank: bytes to and from a peer, and what is reduced afterwards.
struct Exchange {
  int peer = 0;  ///< negative: no exchange (see settled)
  Bytes out, in, reduced;
  bool holds_up = true;  ///< the rank waits for it; false: it begins and the rank goes on
};

/// The rank waits for what it has begun, in order, and reduces it.
inline Exchange settled() {
  return {-1, {}, {}, {}, false};
}

/// Completion time of ranks on a fully connected network, each with one port for what it sends and
/// one for what it receives: programs[r] lists what rank r does, in order. A message takes the ports
/// at both its ends from the moment when both ranks are ready and both ports are free; first come,
/// first served, at the same moment the lower source and then its earlier message first. A rank
/// settles at the end of its program what is still open. Both sides of an exchange must be due at
/// some time, or they wait for ever (THROWS std::invalid_argument).
Time one_port_time(const std::vector<std::vector<Exchange>>& programs, const AlphaBetaGamma& cost);

}  // namespace orrery
