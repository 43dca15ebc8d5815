#pragma once

#include <cstdint>
#include <vector>

#include "emu/base/time_distribution.h"
#include "emu/base/units.h"

/// Noise and stragglers: what slows ranks down. Faults of links belong to the topology (faults.h).
namespace orrery {

/// What preempts processors again and again: each rank's for the n-th time at its phase, which
/// is uniform in 0 .. period, plus n periods, or as soon as it is back from the time before.
struct Noise {
  Time period{0};           ///< > 0
  TimeDistribution length;  ///< of an absence; its mean is below the period
  bool operator==(const Noise&) const = default;
};

struct Conditions {
  std::uint64_t seed = 1;      ///< of every draw
  std::vector<Time> arrivals;  ///< by rank: when its program begins; empty: all at 0
  std::vector<double>
      slowness;              ///< by rank, >= 1: by which its processor is slower; empty: none is
  std::vector<Noise> noise;  ///< of every rank
  /// Ranks that share a core of their host take turns of this length, in their order; 0: they share it evenly,
  /// as Network::crowding says. Rank i of a host with c cores is on core i mod c.
  Time slice{0};
  bool operator==(const Conditions&) const = default;
};

}  // namespace orrery
