#pragma once

#include <functional>
#include <string>
#include <vector>

#include "scenarios/run/runner.h"

/// Small helpers for the experiments of the papers.
namespace orrery {

/// Runs all cells on `jobs` threads. THROWS std::runtime_error if one could not be run.
std::vector<RunResult> run_experiment(const std::vector<RunSpec>& cells, int jobs);

/// f(0), f(1), .., f(count - 1) on `jobs` threads; results go where f puts them. f must not throw.
void in_parallel(std::size_t count, int jobs, const std::function<void(std::size_t)>& f);

/// algorithm,ranks,bytes,blocks,rounds,time_s of each result.
std::string experiment_csv(const std::vector<RunResult>& results);

/// The fastest result of those that `select` accepts; null if there is none.
template <class Select>
const RunResult* fastest(const std::vector<RunResult>& results, Select&& select) {
  const RunResult* best = nullptr;
  for (const RunResult& r : results)
    if (select(r) && (best == nullptr || r.metrics.completion < best->metrics.completion))
      best = &r;
  return best;
}

/// Completion time of a over that of b.
inline double ratio(const RunResult& a, const RunResult& b) {
  return to_seconds(a.metrics.completion) / to_seconds(b.metrics.completion);
}

/// The cluster of Träff's experiments, as far as costs can stand for it: 36 hosts on one switch at
/// 100 Gb/s, `ranks_per_host` ranks on each; α = 1.5 us and 10 GB/s inside a host are our estimates.
RunSpec cluster_of_36(int ranks_per_host);

}  // namespace orrery
