#include "scenarios/reproduce/experiment.h"

#include <atomic>
#include <thread>

#include <fmt/format.h>

#include "scenarios/document/units_text.h"

namespace orrery {

std::vector<RunResult> run_experiment(const std::vector<RunSpec>& cells, int jobs) {
  std::vector<RunResult> results = run_all(cells, jobs);
  for (const RunResult& r : results)
    if (r.error) throw std::runtime_error(fmt::format("{}: {}", r.title, *r.error));
  return results;
}

void in_parallel(std::size_t count, int jobs, const std::function<void(std::size_t)>& f) {
  std::atomic<std::size_t> next = 0;
  const auto work = [&] {
    for (std::size_t i = next++; i < count; i = next++) f(i);
  };
  std::vector<std::jthread> helpers;
  for (int j = 1; j < jobs; ++j) helpers.emplace_back(work);
  work();
}

std::string experiment_csv(const std::vector<RunResult>& results) {
  std::string csv = "algorithm,ranks,bytes,blocks,rounds,time_s\n";
  for (const RunResult& r : results)
    csv += fmt::format("{},{},{},{},{},{}\n", r.spec.algorithm, r.spec.ranks, r.spec.bytes.count(),
                       r.blocks, r.metrics.rounds, seconds_text(r.metrics.completion));
  return csv;
}

RunSpec cluster_of_36(int ranks_per_host) {
  RunSpec spec;
  spec.topology = "star:36";
  spec.mapping.ranks_per_host = ranks_per_host;
  spec.ranks = 36 * ranks_per_host;
  spec.costs.alpha = 1500ns;
  spec.costs.links = {LinkCost{Bandwidth{12.5e9}, 100ns}};
  spec.costs.host_alpha = 300ns;
  spec.costs.host_beta = {100};
  spec.ports.kind = Ports::Kind::kUnlimited;
  return spec;
}

}  // namespace orrery
