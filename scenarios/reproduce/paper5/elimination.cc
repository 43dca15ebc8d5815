// Allreduce by 3-2 elimination: its bandwidth deficiency for every p, and its rivals.
#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "algorithms/common/arithmetic.h"
#include "scenarios/keys/keys.h"
#include "scenarios/reproduce/experiment.h"
#include "scenarios/reproduce/reproduction.h"
#include "scenarios/text/units_text.h"

namespace orrery::inline reproduce {

namespace {

constexpr int kEliminationMostRanks = 257;
constexpr std::int64_t kEliminationBytes = 1 << 20;
constexpr const char* kEliminationNetworks[] = {"full:48", "full:63", "torus:6x8", "torus:7x9"};
constexpr std::int64_t kEliminationSizes[] = {1024, 64 << 10, 4 << 20, 64 << 20};
constexpr const char* kRivals[] = {"elimination-short", "elimination", "rabenseifner",
                                   "circulant",         "swing",       "ring"};

/// Returns a run that costs bytes only: no latency, no α.
RunSpec bandwidth_only(int p) {
  RunSpec spec;
  spec.collective = "allreduce";
  spec.algorithm = "elimination";
  spec.topology = fmt::format("full:{}", p);
  spec.ranks = p;
  spec.bytes = Bytes(kEliminationBytes);
  spec.costs.links = {LinkCost{Bandwidth{1e9}, Time(0)}};
  return spec;
}

/// Returns Ψ: the time over the 2 m β that the paper's Eq. 1 gives to an allreduce on many ranks.
double deficiency_of(const RunResult& r) {
  return to_seconds(r.metrics.completion) * 1e9 / (2.0 * static_cast<double>(kEliminationBytes));
}

struct Deficiencies {
  double odd = 0, even = 0;  ///< the largest of the numbers of ranks that are not powers of two
  std::string csv = "ranks,deficiency\n";
};

Deficiencies deficiencies(int jobs) {
  std::vector<RunSpec> cells;
  for (int p = 3; p <= kEliminationMostRanks; ++p)
    if (!is_power_of_two(p)) cells.push_back(bandwidth_only(p));
  Deficiencies all;
  for (const RunResult& r : run_experiment(cells, jobs)) {
    double& most = r.spec.ranks % 2 == 0 ? all.even : all.odd;
    most = std::max(most, deficiency_of(r));
    all.csv += fmt::format("{},{:.6f}\n", r.spec.ranks, deficiency_of(r));
  }
  return all;
}

RunSpec rival(const char* network, std::int64_t bytes, const char* algorithm) {
  RunSpec spec;
  spec.collective = "allreduce";
  spec.algorithm = algorithm;
  spec.topology = network;
  give_bytes(spec, Bytes(bytes));
  spec.costs.alpha = 500ns;
  return spec;
}

/// Adds the fastest algorithm of each network and size, and the times of all.
void add_rivals(Evidence& e, int jobs) {
  std::vector<RunSpec> cells;
  for (const char* network : kEliminationNetworks)
    for (const std::int64_t bytes : kEliminationSizes)
      for (const char* algorithm : kRivals) cells.push_back(rival(network, bytes, algorithm));
  const std::vector<RunResult> results = run_experiment(cells, jobs);
  std::string csv = "topology,bytes,algorithm,time_s\n";
  for (const RunResult& r : results)
    csv += fmt::format("{},{},{},{}\n", r.spec.topology, r.spec.bytes.count(), r.spec.algorithm,
                       seconds_text(r.metrics.completion));
  for (FastestOfGroup& group : fastest_of_groups(results, std::size(kRivals), &RunSpec::algorithm))
    e.results.push_back(std::move(group.row));
  e.files.emplace_back("rivals.csv", csv);
}

Evidence run_paper5_elimination(int jobs) {
  Evidence e;
  const Deficiencies all = deficiencies(jobs);
  e.notes = {fmt::format(
      "Every p from 3 to {} that is not a power of two, {} at 1 GB/s without any latency: "
      "time over 2mβ. Rivals: 50 GB/s links with 100 ns, α = 500 ns, one port.",
      kEliminationMostRanks, short_size(Bytes(kEliminationBytes)))};
  e.findings.push_back(equals(Basis::kFormula,
                              "bandwidth deficiency of 3-2 elimination, the largest", 1.5,
                              std::max(all.odd, all.even),
                              {1.0 / 256, "3/2 - 1/N for N = 256 blocks; 3/2 is the limit"})
                           .with(fmt::format("even p: at most {:.4f}", all.even)));
  e.files.emplace_back("deficiency.csv", all.csv);
  add_rivals(e, jobs);
  return e;
}

}  // namespace

extern const Reproduction paper5_elimination{
    "paper5-elimination", "3-2 elimination if the number of ranks is not a power of two",
    "De Sensi et al., Swing (NSDI 2024), Sec. 2.3.3", run_paper5_elimination};

}  // namespace orrery::inline reproduce
