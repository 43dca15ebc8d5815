// Rounds and volumes of Theorems 1 and 2, counted in the emulator.
#include <vector>

#include <fmt/format.h>

#include "algorithms/common/arithmetic.h"
#include "scenarios/reproduce/experiment.h"
#include "scenarios/reproduce/reproduction.h"

namespace orrery::inline reproduce {

namespace {

constexpr std::int64_t kVolumeBlock = 8;  // bytes

RunSpec volume_cell(const char* collective, int p) {
  RunSpec spec;
  spec.collective = collective;
  spec.algorithm = "circulant";
  spec.topology = fmt::format("full:{}", p);
  spec.ranks = p;
  spec.bytes = Bytes(kVolumeBlock * p);
  return spec;
}

Evidence run_paper3_volume(int jobs) {
  constexpr int kVolumeMostRanks = 256;
  Evidence e;
  std::vector<RunSpec> cells;
  for (int p = 2; p <= kVolumeMostRanks; ++p)
    for (const char* collective : {"reduce-scatter", "allreduce"})
      cells.push_back(volume_cell(collective, p));
  const std::vector<RunResult> results = run_experiment(cells, jobs);
  std::string csv = "collective,ranks,rounds,blocks_sent,blocks_reduced\n";
  Items rounds, most_sent, all_sent, reduced;
  const auto add = [](Items& items, std::int64_t paper, std::int64_t ours) {
    items.paper.push_back(std::to_string(paper));
    items.ours.push_back(std::to_string(ours));
  };
  for (const RunResult& r : results) {
    const int p = r.spec.ranks, factor = r.spec.collective == "allreduce" ? 2 : 1;
    const std::int64_t blocks = r.metrics.bytes_max_rank.count() / kVolumeBlock;
    const std::int64_t sums = r.metrics.reduced_max_rank.count() / kVolumeBlock;
    add(rounds, factor * ceil_log2(p), r.metrics.rounds);
    add(most_sent, factor * (std::int64_t{p} - 1), blocks);
    add(all_sent, factor * (std::int64_t{p} - 1) * p, r.metrics.bytes_total.count() / kVolumeBlock);
    add(reduced, p - 1, sums);
    csv += fmt::format("{},{},{},{},{}\n", r.spec.collective, p, r.metrics.rounds, blocks, sums);
  }
  e.findings = {
      {Basis::kFormula, "rounds: q (reduce-scatter), 2q (allreduce)", rounds, {}},
      {Basis::kFormula, "blocks sent by the rank that sends most: p-1, 2(p-1)", most_sent, {}},
      {Basis::kFormula, "blocks sent by all: p times that", all_sent, {}},
      {Basis::kFormula, "blocks reduced by the rank that reduces most: p-1", reduced, {}}};
  e.notes = {fmt::format("Both algorithms for every p = 2 .. {}.", kVolumeMostRanks)};
  e.files.emplace_back("volumes.csv", csv);
  return e;
}

}  // namespace

extern const Reproduction paper3_volume{
    .name = "paper3-volume",
    .title = "Rounds and volumes of the circulant reduce-scatter and allreduce",
    .source =
        "Träff, Optimal, Non-pipelined Reduce-scatter and Allreduce Algorithms (2025), Thm. 1 and "
        "2",
    .run = run_paper3_volume,
    .beyond_model = "rounds and blocks are counted, which do not depend on costs",
};

}  // namespace orrery::inline reproduce
