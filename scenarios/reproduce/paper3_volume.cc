// Rounds and volumes of Theorems 1 and 2, counted in the emulator.
#include <vector>

#include <fmt/format.h>

#include "algorithms/common/arithmetic.h"
#include "scenarios/reproduce/experiment.h"
#include "scenarios/reproduce/reproduction.h"

namespace orrery {

namespace {

constexpr std::int64_t kBlock = 8;  // bytes

RunSpec cell(const char* collective, int p) {
  RunSpec spec;
  spec.collective = collective;
  spec.algorithm = "circulant";
  spec.topology = fmt::format("full:{}", p);
  spec.ranks = p;
  spec.bytes = Bytes(kBlock * p);
  return spec;
}

Evidence run(int jobs) {
  constexpr int kMostRanks = 256;
  Evidence e;
  std::vector<RunSpec> cells;
  for (int p = 2; p <= kMostRanks; ++p)
    for (const char* collective : {"reduce-scatter", "allreduce"})
      cells.push_back(cell(collective, p));
  const std::vector<RunResult> results = run_experiment(cells, jobs);
  std::string csv = "collective,ranks,rounds,blocks_sent,blocks_reduced\n";
  int rounds = 0, sent = 0, reduced = 0;
  for (const RunResult& r : results) {
    const int p = r.spec.ranks, factor = r.spec.collective == "allreduce" ? 2 : 1;
    const std::int64_t blocks = r.metrics.bytes_max_rank.count() / kBlock;
    const std::int64_t sums = r.metrics.reduced_max_rank.count() / kBlock;
    rounds += r.metrics.rounds == factor * ceil_log2(p) ? 1 : 0;
    sent += blocks == factor * (std::int64_t{p} - 1) &&
                    r.metrics.bytes_total.count() == kBlock * blocks * p
                ? 1
                : 0;
    reduced += sums == p - 1 ? 1 : 0;
    csv += fmt::format("{},{},{},{},{}\n", r.spec.collective, p, r.metrics.rounds, blocks, sums);
  }
  const auto all = static_cast<int>(results.size());
  const auto finding = [&](const char* what, int holds) {
    e.findings.push_back({what, fmt::format("all of {}", all), fmt::format("{}", holds),
                          fmt::format("{}", all - holds),
                          holds == all ? Verdict::kHolds : Verdict::kDiffers});
  };
  finding("rounds: q (reduce-scatter), 2q (allreduce)", rounds);
  finding("blocks sent by every rank: p-1, 2(p-1)", sent);
  finding("blocks reduced by every rank: p-1", reduced);
  e.notes = {fmt::format("Both algorithms for every p = 2 .. {}.", kMostRanks)};
  e.files.emplace_back("volumes.csv", csv);
  return e;
}

}  // namespace

extern const Reproduction paper3_volume{
    "paper3-volume", "Rounds and volumes of the circulant reduce-scatter and allreduce",
    "Träff, Optimal, Non-pipelined Reduce-scatter and Allreduce Algorithms (2025), Thm. 1 and 2",
    run};

}  // namespace orrery
