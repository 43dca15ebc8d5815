// The irregular allgather experiment of Träff's paper: m_r = (r mod 3) floor(m/p).
#include <vector>

#include <fmt/format.h>

#include "scenarios/keys/keys.h"
#include "scenarios/reproduce/experiment.h"
#include "scenarios/reproduce/reproduction.h"
#include "scenarios/text/units_text.h"

namespace orrery::inline reproduce {

namespace {

constexpr std::int64_t kAllgathervLargest = 400'000'000;

std::vector<RunSpec> allgatherv_cells() {
  std::vector<RunSpec> all;
  for (const char* distribution : {"same", "mod3"})
    for (std::int64_t bytes = 4000; bytes <= kAllgathervLargest; bytes *= 10)
      for (const char* algorithm : {"circulant", "ring", "ring-blocks", "bruck"}) {
        RunSpec spec = cluster_of_36(1);
        spec.collective = "allgatherv";
        spec.algorithm = algorithm;
        give_bytes(spec, Bytes(bytes));
        spec.distribution = distribution;
        all.push_back(spec);
      }
  return all;
}

const RunResult& allgatherv_result(const std::vector<RunResult>& all, const char* distribution,
                                   const char* algorithm) {
  return *fastest(all, [&](const RunResult& r) {
    return r.spec.distribution == distribution && r.spec.bytes.count() == kAllgathervLargest &&
           r.spec.algorithm == algorithm;
  });
}

Evidence run_paper1_allgatherv(int jobs) {
  Evidence e;
  e.notes = {
      "36 ranks, one on each host; rank r contributes (r mod 3) floor(m/p) bytes, the last rank "
      "the remaining ones. In the ring, every round takes as long as its largest contribution. "
      "Alg. 9 sends blocks of all contributions in each message, so that their distribution makes "
      "no difference."};
  const std::vector<RunResult> results = run_experiment(allgatherv_cells(), jobs);
  e.findings = {
      equals(
          Basis::kFormula, "400 MB: irregular over regular, circulant (Theorem 3: only m counts)",
          1,
          ratio(allgatherv_result(results, "mod3", "circulant"),
                allgatherv_result(results, "same", "circulant")),
          {0.05, "5 %: a block is a part of every contribution, large or small, and whole bytes"}),
      not_comparable(
          Basis::kPrinted, "400 MB, 36 ranks: time", "171 ms",
          short_time(allgatherv_result(results, "mod3", "circulant").metrics.completion),
          "measured with packing, which this emulation leaves out: paper1-figure4 has it")
          .of_claim(kAlonePacked)};
  for (const char* rival : {"ring", "ring-blocks", "bruck"})
    e.results.push_back({fmt::format("400 MB irregular: {} over circulant, nothing packed", rival),
                         number_text(ratio(allgatherv_result(results, "mod3", rival),
                                           allgatherv_result(results, "mod3", "circulant"))),
                         "with packing, next to the paper's times: paper1-figure4"});
  e.results.push_back(
      {"400 MB: irregular over regular, ring-blocks, the algorithm of [21] (Sec. 3.2: 'worthwhile "
       "to compare')",
       number_text(ratio(allgatherv_result(results, "mod3", "ring-blocks"),
                         allgatherv_result(results, "same", "ring-blocks"))),
       fmt::format("{} blocks; ring {}", allgatherv_result(results, "mod3", "ring-blocks").blocks,
                   number_text(ratio(allgatherv_result(results, "mod3", "ring"),
                                     allgatherv_result(results, "same", "ring"))))});
  std::string csv = "distribution,algorithm,bytes,blocks,rounds,time_s\n";
  for (const RunResult& r : results)
    csv += fmt::format("{},{},{},{},{},{}\n", r.spec.distribution, r.spec.algorithm,
                       r.spec.bytes.count(), r.blocks, r.metrics.rounds,
                       seconds_text(r.metrics.completion));
  e.files.emplace_back("allgatherv.csv", csv);
  return e;
}

}  // namespace

extern const Reproduction paper1_allgatherv{
    "paper1-allgatherv", "Irregular allgather with m_r = (r mod 3) floor(m/p)",
    "Träff, Round-optimal n-Block Broadcast Schedules (2023), experiments", run_paper1_allgatherv};

}  // namespace orrery::inline reproduce
