// Sec. 6: on a network of full bandwidth Swing and recursive doubling tie.
#include <vector>

#include <fmt/format.h>

#include "scenarios/document/units_text.h"
#include "scenarios/reproduce/experiment.h"
#include "scenarios/reproduce/reproduction.h"

namespace orrery {

namespace {

constexpr const char* kNetworks[] = {"star:64", "fat-tree:8,2", "fat-tree:4,3"};
constexpr const char* kRoutings[] = {"by destination", "adaptive"};
constexpr std::int64_t kSizes[] = {32, 32 << 10, 32 << 20};

RunSpec cell(const char* network, Routing routing, std::int64_t bytes, const char* algorithm) {
  RunSpec spec;
  spec.title = fmt::format("{} on {}", algorithm, network);
  spec.topology = network;
  spec.routing = routing;
  spec.algorithm = algorithm;
  spec.bytes = Bytes(bytes);
  spec.bytes_text = size_text(spec.bytes);
  spec.costs.alpha = 500ns;
  spec.costs.hop_latency = 300ns;
  spec.costs.links = {LinkCost{Bandwidth{50e9}, 100ns}};
  return spec;
}

Evidence run(int jobs) {
  Evidence e;
  e.notes = {
      "64 hosts with 400 Gb/s, 0.1 us for a link and 0.3 us for a switch. On one switch both are "
      "the "
      "same; in a tree of several stages fewer partners of Swing are under one switch, which "
      "counts "
      "where latency does."};
  std::vector<RunSpec> cells;
  for (const char* network : kNetworks)
    for (const Routing routing : {Routing::kMinimal, Routing::kAdaptive})
      for (const std::int64_t bytes : kSizes)
        for (const char* algorithm : {"swing-bandwidth", "rabenseifner"})
          cells.push_back(cell(network, routing, bytes, algorithm));
  const std::vector<RunResult> results = run_experiment(cells, jobs);
  for (std::size_t i = 0; i < results.size(); i += 2) {
    const RunResult &swing = results[i], &doubling = results[i + 1];
    const char* routing = kRoutings[swing.spec.routing == Routing::kAdaptive ? 1 : 0];
    e.findings.push_back(equals(fmt::format("{}, routes {}, {}: recursive doubling over Swing",
                                            swing.spec.topology, routing, swing.spec.bytes_text),
                                1, ratio(doubling, swing),
                                {0.05, "5 %: 'the same performance', of a plot's width"})
                             .with(fmt::format("Ξ {} and {}", number_text(doubling.deficiency.xi),
                                               number_text(swing.deficiency.xi))));
  }
  return e;
}

}  // namespace

extern const Reproduction paper5_fat_tree{
    .name = "paper5-fat-tree",
    .title = "Swing and recursive doubling on full-bandwidth fat trees",
    .source = "De Sensi et al., Swing (NSDI 2024), Sec. 6",
    .run = run,
};

}  // namespace orrery
