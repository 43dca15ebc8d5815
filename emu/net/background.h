#pragma once

#include <cstdint>
#include <vector>

#include "emu/net/network.h"

/// Background traffic: takes a constant share of each link during the whole run.
namespace orrery::inline net {

enum class BackgroundPattern : std::uint8_t {
  kUniform,    ///< every host to every other
  kNeighbour,  ///< host h of n to h + 1
  kOpposite,   ///< host h to h + n/2
  kRandom,     ///< each to the next on a round trip in random order
  kHotspot     ///< all to host 0
};

/// The most hosts for kUniform.
inline constexpr int kMostUniformHosts = 2048;

/// Returns, by link, the share of bandwidth that background traffic takes. A source sends equal
/// amounts to its targets, in equal parts over the shortest paths that `routing` uses; the busiest
/// link has `load`, 0 .. 1, of its bandwidth taken.
std::vector<double> background_shares(const Topology& network, const Costs& costs, Routing routing,
                                      BackgroundPattern pattern, double load, std::uint64_t seed);

}  // namespace orrery::inline net
