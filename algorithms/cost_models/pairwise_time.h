#pragma once

#include <vector>

#include "algorithms/collective.h"

namespace orrery {

/// One blocking exchange of a rank: bytes to and from a peer, and what is reduced afterwards.
struct Exchange {
  int peer = 0;
  Bytes out, in, reduced;
};

/// Completion time of ranks that exchange pairwise, each one after the other, with one port:
/// programs[r] lists what rank r does. Both sides of an exchange must be due at some time, or they
/// wait for ever (THROWS std::invalid_argument).
Time pairwise_time(const std::vector<std::vector<Exchange>>& programs, const AlphaBetaGamma& cost);

}  // namespace orrery
