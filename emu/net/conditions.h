#pragma once

#include <cstdint>
#include <vector>

#include "emu/base/time_distribution.h"
#include "emu/base/units.h"

/// Noise and stragglers: effects that slow ranks down. Faults of links belong to the topology
/// (faults.h).
namespace orrery::inline net {

/// Repeated preemptions of processors. The n-th of a rank begins at its phase (uniform in 0 ..
/// period) plus n periods, or at the end of the previous one if that is later.
struct Noise {
  Time period{0};           ///< > 0
  TimeDistribution length;  ///< of a preemption; its mean is below the period
  bool operator==(const Noise&) const = default;
};

struct Conditions {
  std::uint64_t seed = 1;        ///< of every draw
  std::vector<Time> arrivals;    ///< by rank: the start of its program; empty: all at 0
  std::vector<double> slowness;  ///< by rank, >= 1: slow-down of its processor; empty: 1 for all
  std::vector<Noise> noise;      ///< of every rank
  /// Ranks that share a core of their host take turns of this length, in their order; 0: they share
  /// it evenly, as in Network::crowding. Rank i of a host with c cores is on core i mod c.
  Time slice{0};
  bool operator==(const Conditions&) const = default;
};

}  // namespace orrery::inline net
