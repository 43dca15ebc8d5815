#include "scenarios/reproduce/experiment.h"

#include <algorithm>
#include <atomic>
#include <span>
#include <thread>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "emu/base/coordinates.h"
#include "scenarios/keys/keys.h"
#include "scenarios/reproduce/model.h"
#include "scenarios/text/units_text.h"

namespace orrery::inline reproduce {

std::vector<RunResult> run_experiment(const std::vector<RunSpec>& cells, int jobs) {
  std::vector<RunSpec> in_model_cells;
  in_model_cells.reserve(cells.size());
  for (const RunSpec& cell : cells) in_model_cells.push_back(in_model(cell));
  std::vector<RunResult> results = run_all(in_model_cells, jobs);
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

RunSpec bandwidth_cell(std::string_view algorithm, const std::vector<int>& sides) {
  const auto D = static_cast<std::int64_t>(sides.size());
  const auto p = places_in(sides);
  const std::string shape = fmt::format("{}", fmt::join(sides, "x"));
  RunSpec spec;
  spec.title = fmt::format("{} on {}", algorithm, shape);
  spec.topology = "torus:" + shape;
  spec.algorithm = algorithm;
  spec.tuning.order = Order::kTorus;
  spec.ports.kind = Ports::Kind::kPerLink;
  spec.costs.alpha = Time(0);
  spec.costs.hop_latency = Time(0);
  spec.costs.links = {LinkCost{Bandwidth{1e12}, Time(0)}};
  give_bytes(spec, Bytes(std::int64_t{64} * 2 * D * p));
  return spec;
}

std::string experiment_csv(const std::vector<RunResult>& results) {
  std::string csv = "algorithm,ranks,bytes,blocks,rounds,time_s\n";
  for (const RunResult& r : results)
    csv += fmt::format("{},{},{},{},{},{}\n", r.spec.algorithm, r.spec.ranks, r.spec.bytes.count(),
                       r.blocks, r.metrics.rounds, seconds_text(r.metrics.completion));
  return csv;
}

std::vector<FastestOfGroup> fastest_of_groups(const std::vector<RunResult>& results,
                                              std::size_t group, std::string RunSpec::*name) {
  std::vector<FastestOfGroup> all;
  for (std::size_t i = 0; i < results.size(); i += group) {
    const std::span runs = std::span(results).subspan(i, group);
    const RunResult& best = *std::ranges::min_element(
        runs, {}, [](const RunResult& r) { return r.metrics.completion; });
    std::string times;
    for (const RunResult& r : runs)
      times += fmt::format("{}{} {}", times.empty() ? "" : ", ", r.spec.*name,
                           short_time(r.metrics.completion));
    all.push_back({&best,
                   {fmt::format("{}, {}", best.spec.topology, best.spec.bytes_text),
                    best.spec.*name, times}});
  }
  return all;
}

namespace {

constexpr double kHostLinks = 2 * 12.5e9;           // two of 100 Gb/s
constexpr double kRankAlone = 400e6 / 0.087;        // Fig. 3
constexpr double kMemory = 2 * 6 * 2666e6 * 8;      // two processors, six channels of DDR4-2666
constexpr double kMemoryTraffic = 3, kCore = 10e9;  // a byte copied is read, claimed and written

}  // namespace

RunSpec cluster_of_36(int ranks_per_host) {
  RunSpec spec;
  spec.topology = "star:36";
  spec.mapping.ranks_per_host = ranks_per_host;
  spec.ranks = 36 * ranks_per_host;
  spec.costs.alpha = 1500ns;
  spec.costs.links = {LinkCost{Bandwidth{ranks_per_host == 1 ? kRankAlone : kHostLinks}, 100ns}};
  spec.costs.host_alpha = 300ns;
  spec.costs.host_beta = {1e12 / std::min(kCore, kMemory / kMemoryTraffic / ranks_per_host)};
  spec.costs.copy_cost = spec.costs.host_beta;
  spec.ports.kind = Ports::Kind::kUnlimited;
  return spec;
}

}  // namespace orrery::inline reproduce
