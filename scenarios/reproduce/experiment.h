#pragma once

#include <functional>
#include <string>
#include <vector>

#include "scenarios/reproduce/reproduction.h"
#include "scenarios/run/runner.h"

/// Small helpers for the experiments of the papers.
namespace orrery::inline reproduce {

/// Runs all cells on `jobs` threads. THROWS std::runtime_error if one could not be run.
std::vector<RunResult> run_experiment(const std::vector<RunSpec>& cells, int jobs);

/// Calls f(0), f(1), .., f(count - 1) on `jobs` threads; f stores its result itself and must not
/// throw.
void in_parallel(std::size_t count, int jobs, const std::function<void(std::size_t)>& f);

/// Returns algorithm,ranks,bytes,blocks,rounds,time_s of each result.
std::string experiment_csv(const std::vector<RunResult>& results);

/// Returns the fastest result that `select` accepts; null if there is none.
template <class Select>
const RunResult* fastest(const std::vector<RunResult>& results, Select&& select) {
  const RunResult* best = nullptr;
  for (const RunResult& r : results)
    if (select(r) && (best == nullptr || r.metrics.completion < best->metrics.completion))
      best = &r;
  return best;
}

/// The fastest of some runs, and a row with its name and the times of all.
struct FastestOfGroup {
  const RunResult* best;
  Result row;
};

/// Returns the fastest of each `group` results side by side, which differ in `name`; in their
/// order.
std::vector<FastestOfGroup> fastest_of_groups(const std::vector<RunResult>& results,
                                              std::size_t group, std::string RunSpec::*name);

/// Returns the completion time of a relative to that of b.
inline double ratio(const RunResult& a, const RunResult& b) {
  return to_seconds(a.metrics.completion) / to_seconds(b.metrics.completion);
}

/// Returns the cluster of Träff's experiments: 36 hosts on one switch, `ranks_per_host` ranks on
/// each, which share the two links of 100 Gb/s and the memory of their host. That has twelve
/// channels of DDR4-2666, and a copied byte crosses them three times: it is read, its destination
/// is read, and written. Messages inside a host and copies take as long as copies do while all its
/// ranks copy; a core alone copies 10 GB/s. A rank alone on its host sends at the rate of the
/// paper's own broadcast with Intel MPI, 400 MB in 87 ms. α = 1.5 us, and 0.3 us inside a host, are
/// our estimates.
RunSpec cluster_of_36(int ranks_per_host);

/// Returns an allreduce on a torus without latencies, at a picosecond for a byte: its time is the
/// bandwidth term in Eq. 1 of De Sensi et al., Swing (NSDI 2024). Every part and block has the same
/// size.
RunSpec bandwidth_cell(std::string_view algorithm, const std::vector<int>& sides);

/// Claims of Träff's broadcast paper that several of its reproductions judge.
inline constexpr const char* kTwiceAsSlow = "Fig. 4: with packing 'about twice as slow' (Sec. 3.2)";
inline constexpr const char* kOverheadGrows =
    "all receive schedules: 40 us with 36 processors, 5,800 us with 1,152";
inline constexpr const char* kAlonePacked = "Fig. 4: 171 ms with a rank on each host (Sec. 3.2)";
inline constexpr const char* kAloneBroadcast = "Fig. 1 to 3: broadcast with a rank on each host";

}  // namespace orrery::inline reproduce
