// The paper's open question: which sequence of skips is best on a real network?
#include <vector>

#include <fmt/format.h>

#include "scenarios/keys/keys.h"
#include "scenarios/reproduce/experiment.h"
#include "scenarios/reproduce/reproduction.h"
#include "scenarios/run/skip_search.h"
#include "scenarios/text/units_text.h"

namespace orrery::inline reproduce {

namespace {

constexpr const char* kSkipsNetworks[] = {"full:60", "torus:6x10", "torus:60", "fat-tree:8,2"};
constexpr const char* kSkipRules[] = {"halving", "power-of-two", "linear", "sqrt"};
constexpr std::int64_t kSkipsSizes[] = {1024, 64 << 10, 4 << 20, 64 << 20};
constexpr int kTries = 100;

RunSpec skips_cell(const char* network, std::int64_t bytes, const char* skips) {
  RunSpec spec;
  spec.collective = "reduce-scatter";
  spec.algorithm = "circulant";
  spec.topology = network;
  spec.ranks = 60;
  give_bytes(spec, Bytes(bytes));
  spec.skips = skips;
  spec.costs.alpha = 500ns;
  spec.costs.hop_latency = 300ns;
  return spec;
}

/// Returns the best of a search, and how much less it takes than the best of the four.
Result searched(const RunResult& named, int jobs) {
  const SkipSearch found = search_skips(named.spec, {.most = kTries, .jobs = jobs});
  const TriedSkips& best = found.tried.front();
  const double gain = 1 - to_seconds(best.time) / to_seconds(named.metrics.completion);
  return {fmt::format("{}, {}: the best of a search", named.spec.topology, named.spec.bytes_text),
          skips_text(best.skips, found.ranks),
          fmt::format("{}, {:.1f} % less than {}", short_time(best.time), 100 * gain,
                      named.spec.skips)};
}

Evidence run_paper3_skips(int jobs) {
  Evidence e;
  e.notes = {
      fmt::format("Reduce-scatter on 60 ranks (the fat tree has 64 hosts), 50 GB/s links with 100 "
                  "ns, 300 ns per hop, α = 500 ns, one port. The paper leaves open which sequence "
                  "is best on which network. The emulator compares four sequences, and {} that a "
                  "search tries (orrery study skips).",
                  kTries)};
  std::vector<RunSpec> cells;
  for (const char* network : kSkipsNetworks)
    for (const std::int64_t bytes : kSkipsSizes)
      for (const char* skips : kSkipRules) cells.push_back(skips_cell(network, bytes, skips));
  const std::vector<RunResult> results = run_experiment(cells, jobs);
  std::string csv = "topology,bytes,skips,rounds,time_s,xi\n";
  for (const RunResult& r : results)
    csv +=
        fmt::format("{},{},{},{},{},{:.6f}\n", r.spec.topology, r.spec.bytes.count(), r.spec.skips,
                    r.metrics.rounds, seconds_text(r.metrics.completion), r.deficiency.xi);
  for (FastestOfGroup& group : fastest_of_groups(results, std::size(kSkipRules), &RunSpec::skips)) {
    e.results.push_back(std::move(group.row));
    e.results.push_back(searched(*group.best, jobs));
  }
  e.files.emplace_back("skips.csv", csv);
  return e;
}

}  // namespace

extern const Reproduction paper3_skips{
    "paper3-skips", "Skip sequences compared and searched on full, torus and fat-tree networks",
    "Träff, Optimal, Non-pipelined Reduce-scatter and Allreduce Algorithms (2025), Cor. 2",
    run_paper3_skips};

}  // namespace orrery::inline reproduce
