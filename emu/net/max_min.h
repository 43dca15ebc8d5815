#pragma once

#include <cstdint>
#include <span>
#include <vector>

/// Max-min fair sharing of link capacities between flows.
///
/// Rates x_f are max-min fair iff  sum over flows f on link l of x_f <= C_l  for every l (feasible), and every flow has
/// a bottleneck: a saturated link on which no flow has a higher rate (Bertsekas & Gallager, Data Networks, Sec. 6.5.2).
namespace orrery {

/// Solves one connected (or any) problem by progressive filling. Keeps its scratch memory between calls, so that a
/// solve allocates nothing once it has seen its largest problem.
class MaxMinSolver {
 public:
  /// Flow f crosses links[offsets[f]] .. links[offsets[f+1]-1], indices into `costs`, each link at most once per flow, at
  /// least one link per flow. costs[l] is the inverse capacity of link l in ps per byte, > 0. Writes to ps_per_byte[f] the
  /// inverse of the fair rate. Inverses are used so that equal shares of one link are exact: n flows get n * cost.
  /// Independent of the order of flows and links up to rounding; deterministic for a given order.
  void solve(std::span<const double> costs, std::span<const std::uint32_t> offsets, std::span<const std::uint32_t> links,
             std::span<double> ps_per_byte);

 private:
  std::vector<std::uint32_t> flow_offsets_, flows_of_, open_, heap_;  // see max_min.cc
  std::vector<double> used_, share_;
};

}  // namespace orrery
