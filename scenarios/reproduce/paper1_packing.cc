// What packing costs the irregular allgather: Alg. 9 goes over all data twice more.
#include <vector>

#include <fmt/format.h>

#include "scenarios/document/units_text.h"
#include "scenarios/reproduce/experiment.h"
#include "scenarios/reproduce/reproduction.h"

namespace orrery {

namespace {

constexpr std::int64_t kPackingBytes = 400'000'000;
constexpr int kPackingBlocks = 64;  ///< enough that start-up does not count, and quick to emulate

RunSpec packing_cell(int ranks_per_host, const char* algorithm) {
  RunSpec spec = cluster_of_36(ranks_per_host);
  spec.collective = "allgatherv";
  spec.algorithm = algorithm;
  spec.distribution = "mod3";
  spec.bytes = Bytes(kPackingBytes);
  spec.bytes_text = size_text(spec.bytes);
  if (spec.algorithm == "circulant") spec.blocks = kPackingBlocks;
  return spec;
}

/// The circulant algorithm and its rival, in the paper and here.
Finding compare_packing(const char* what, double paper, const RunResult& circulant,
                        const RunResult& ring, const std::string& measured = {}) {
  return equals(
             what, paper, to_seconds(with_packing(circulant)) / to_seconds(ring.metrics.completion),
             share_of(paper, 0.25,
                      "a quarter: the paper's allgatherv is an MPI library's, whose algorithm it "
                      "does not name"))
      .with(fmt::format("circulant {}, ring {}{}", short_time(with_packing(circulant)),
                        short_time(ring.metrics.completion), measured));
}

Evidence run_paper1_packing(int jobs) {
  Evidence e;
  e.notes = {
      "The emulator sends blocks from different places in one message; a library that packs them "
      "goes over all data twice more. A copy costs here what a message within a host does, while "
      "all ranks of the host copy; they share its memory. The library is a ring."};
  const std::vector<RunResult> r =
      run_experiment({packing_cell(1, "circulant"), packing_cell(1, "ring"),
                      packing_cell(16, "circulant"), packing_cell(16, "ring")},
                     jobs);
  constexpr double kNew = 171, kIntelPacked = 265;  // ms
  e.findings = {
      compare_packing("36x1, 400 MB: circulant with packing over library", kNew / kIntelPacked,
                      r[0], r[1], fmt::format("; measured {} and {} ms", kNew, kIntelPacked)),
      equals("36x1, 400 MB: circulant with packing", kNew, 1e3 * to_seconds(with_packing(r[0])),
             share_of(kNew, 0.1,
                      "a tenth: a core that copies 10 GB/s is an estimate; the rate of a rank is "
                      "that of the paper's broadcast, Fig. 3"),
             "ms"),
      compare_packing("36x16, 400 MB: circulant with packing over library ('about twice as slow')",
                      2, r[2], r[3])};
  for (const std::size_t i : {0U, 2U})
    e.results.push_back(
        {fmt::format("36x{}: circulant without packing over ring",
                     r[i].spec.mapping.ranks_per_host),
         number_text(ratio(r[i], r[i + 1])),
         fmt::format("{} and {} for packing; ring {}", short_time(r[i].metrics.completion),
                     short_time(with_packing(r[i]) - r[i].metrics.completion),
                     short_time(r[i + 1].metrics.completion))});
  return e;
}

}  // namespace

extern const Reproduction paper1_packing{
    "paper1-packing",
    "What packing costs the irregular allgather with 1 and 16 ranks on a host",
    "Träff, Round-optimal n-Block Broadcast Schedules (2023), Sec. 2.4 and 3.2",
    run_paper1_packing,
    nullptr,
    true};

}  // namespace orrery
