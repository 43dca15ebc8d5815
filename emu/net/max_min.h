#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

/// Max-min fair sharing of link capacities between flows.
///
/// Rates x_f are max-min fair iff  sum over flows f on link l of x_f <= C_l  for every l
/// (feasible), and every flow has a bottleneck: a saturated link on which no flow has a higher rate
/// (Bertsekas & Gallager, Data Networks, Sec. 6.5.2). They are unique.
///
/// Example  Two links of 10 and 25 bytes per ns; flow 1 crosses the first, flow 2 both, flow 3 the second. The first
///          link is the tightest, 10 / 2 < 25 / 2: flows 1 and 2 get 5 each. Flow 3 gets what is left of the second
///          link, 25 - 5 = 20. As a MaxMinProblem: costs 100, 40 ps per byte; offsets 0, 1, 3, 4; links 0, 0, 1, 1;
///          solve() writes 200, 200, 50 ps per byte.
namespace orrery::inline net {

/// Flow f crosses links[offsets[f]] .. links[offsets[f+1]-1], indices into `costs`, each link at most once per
/// flow, at least one link per flow. costs[l] is the inverse capacity of link l in ps per byte, > 0. Flow f
/// stands for multiplicity[f] >= 1 flows over its links; empty: each for itself.
struct MaxMinProblem {
  std::span<const double> costs;
  std::span<const std::uint32_t> offsets;
  std::span<const std::uint32_t> links;
  std::span<const std::uint32_t> multiplicity = {};
};

/// Solves one connected (or any) problem by progressive filling. Keeps its scratch memory between
/// calls, so that a solve allocates nothing once it has seen its largest problem.
class MaxMinSolver {
 public:
  /// Links whose inverse shares differ by less than this part fill up together: the difference is
  /// rounding noise.
  static constexpr double kTogether = 1 - 1e-12;

  /// Writes to ps_per_byte[f] the inverse of the fair rate. Inverses are used so
  /// that equal shares of one link are exact: n flows get n * cost. Independent of the order of
  /// flows and links up to rounding; deterministic for a given order. Writes to bottlenecks[f], unless it is
  /// empty, a full link that gives flow f its rate: of several the first that was found.
  void solve(const MaxMinProblem& flows, std::span<double> ps_per_byte,
             std::span<std::uint32_t> bottlenecks = {});

 private:
  struct Problem;
  /// A link that may be the next bottleneck, with its inverse share when that was computed. Shares
  /// only grow, so this one is never too small.
  struct Candidate {
    double ps_per_byte = 0;
    std::uint32_t link = 0;
  };

  static bool after(const Candidate& a, const Candidate& b);
  void count_flows(const Problem& problem);
  std::size_t fix_first_level(const Problem& problem, double level);
  void take_part(const Problem& problem, std::size_t flow, double rate);
  void release_fixed_flows(const Problem& problem, double level);
  void index_open_flows(const Problem& problem);
  void fix_other_levels(const Problem& problem, double level, std::size_t open_flows);
  std::size_t fix_flows_of(std::uint32_t link, const Problem& problem, double level);
  double inverse_share(std::uint32_t link, const Problem& problem) const;

  // By link: its flows without a rate, and the sum of the rates of its other flows in bytes per ps.
  std::vector<std::uint32_t> open_;
  std::vector<double> used_;
  // The flows that have no rate after the first level, grouped by link: those of link l are
  // flows_of_[first_flow_[l]] .. flows_of_[first_flow_[l + 1] - 1].
  std::vector<std::uint32_t> flows_of_;
  std::vector<std::uint32_t> first_flow_;
  std::vector<Candidate> heap_;  // largest inverse share first
};

}  // namespace orrery::inline net
