#pragma once

#include <cstddef>
#include <vector>

#include "algorithms/bounds/cuts.h"

namespace orrery {

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

}  // namespace orrery
