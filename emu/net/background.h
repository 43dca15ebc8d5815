#pragma once

#include <cstdint>
#include <vector>

#include "emu/net/network.h"

/// Background traffic: takes its share of the links for as long as a run lasts whatever messages do.
namespace orrery {

enum class BackgroundPattern : std::uint8_t {
  kUniform,    ///< every host to every other
  kNeighbour,  ///< host h of n to h + 1
  kOpposite,   ///< host h to h + n/2
  kRandom,     ///< each to the next on a round trip in random order
  kHotspot     ///< all to host 0
};

/// kUniform is for at most so many hosts.
inline constexpr int kMostUniformHosts = 2048;

/// By link: the share of its bandwidth that is taken. Who sends, sends the same to each of its targets, in equal parts
/// over the shortest paths that `routing` uses; the busiest link has `load`, 0 .. 1, of its bandwidth taken.
std::vector<double> background_shares(const Topology& network, const Costs& costs, Routing routing,
                                      BackgroundPattern pattern, double load, std::uint64_t seed);

}  // namespace orrery
