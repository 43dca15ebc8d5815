// What packing costs the irregular allgather: Alg. 9 goes over all data twice more.
#include <vector>

#include <fmt/format.h>

#include "scenarios/document/units_text.h"
#include "scenarios/reproduce/experiment.h"
#include "scenarios/reproduce/reproduction.h"

namespace orrery {

namespace {

constexpr std::int64_t kBytes = 400'000'000;
constexpr int kBlocks = 64;  ///< enough that start-up does not count, and quick to emulate

RunSpec cell(int ranks_per_host, const char* algorithm) {
  RunSpec spec = cluster_of_36(ranks_per_host);
  spec.collective = "allgatherv";
  spec.algorithm = algorithm;
  spec.distribution = "mod3";
  spec.bytes = Bytes(kBytes);
  spec.bytes_text = size_text(spec.bytes);
  if (spec.algorithm == "circulant") spec.blocks = kBlocks;
  return spec;
}

/// Packing and unpacking all but the own contribution, at the rate of a message within a host: every
/// rank's processor copies at that rate.
Time packing(const RunResult& r) {
  const RunSpec& spec = r.spec;
  return duration_of(2 * r.metrics.bytes_max_rank, spec.costs.host_beta);
}

Evidence run(int jobs) {
  Evidence e;
  e.notes = {
      "The emulator sends blocks from different places in one message; a library that packs them "
      "goes over all data twice more. A copy costs here what a message within a host "
      "does."};
  const std::vector<RunResult> r = run_experiment(
      {cell(1, "circulant"), cell(1, "ring"), cell(16, "circulant"), cell(16, "ring")}, jobs);
  const auto with_packing = [&](std::size_t i) {
    return to_seconds(r[i].metrics.completion + packing(r[i])) /
           to_seconds(r[i + 1].metrics.completion);
  };
  const char* kLibrary =
      "a quarter: the paper's allgatherv is an MPI library's, and what a copy costs is an estimate";
  e.findings = {equals("36x1, 400 MB: circulant with packing over library", 171.0 / 265,
                       with_packing(0), share_of(171.0 / 265, 0.25, kLibrary)),
                equals("36x16, 400 MB: circulant with packing over library ('about twice as slow')",
                       2, with_packing(2), share_of(2, 0.25, kLibrary))};
  for (const std::size_t i : {0U, 2U})
    e.results.push_back(
        {fmt::format("36x{}: circulant without packing over ring",
                     r[i].spec.mapping.ranks_per_host),
         number_text(ratio(r[i], r[i + 1])),
         fmt::format("{} and {} for packing; ring {}", short_time(r[i].metrics.completion),
                     short_time(packing(r[i])), short_time(r[i + 1].metrics.completion))});
  return e;
}

}  // namespace

extern const Reproduction paper1_packing{
    "paper1-packing",
    "What packing costs the irregular allgather with 1 and 16 ranks on a host",
    "Träff, Round-optimal n-Block Broadcast Schedules (2023), Sec. 2.4 and 3.2",
    run,
    nullptr,
    true};

}  // namespace orrery
