#pragma once

#include <cstddef>
#include <vector>

#include "algorithms/bounds/cuts.h"

namespace orrery {

/// What each host must receive from others and send to others, by host, and what all hosts together must send: bytes
/// that no run is without. What is needed of several operations adds up.
struct HostNeeds {
  std::vector<double> in, out;
  double all = 0;

  explicit HostNeeds(std::size_t hosts) : in(hosts), out(hosts) {}
  void add(const HostNeeds& other, double times);
  /// Returns the fewest bytes that some host must send or receive; `hosts`: those with ranks.
  double busiest(int hosts) const;
};
HostNeeds needs_of(const HostCrossing& crossing);

}  // namespace orrery
