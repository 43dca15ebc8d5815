// Speed of the tree constructions. Run from a release build:
//   build/release/bin/bench_trees
// Asked for, on one core: optimal with a root given at p = 2,000 under 3 s (cubic) and 0.15 s (fast),
// fast at p = 20,000 under 20 s and 8 GiB, oblivious and adaptive at p = 10^6 under 0.2 s.
#include <cstdlib>
#include <fstream>
#include <string>

#include <benchmark/benchmark.h>

#include "algorithms/common/distributions.h"
#include "algorithms/trees/construct.h"
#include "algorithms/trees/fast_optimal.h"
#include "algorithms/trees/pair_costs.h"

namespace orrery::trees {
namespace {

using Build = TimedTree (*)(const Blocks&, const TreeCosts&, int);

/// Returns the peak memory of this process.
double peak_gib() {
  std::ifstream status("/proc/self/status");
  std::string word;
  double kib = 0;
  while (status >> word)
    if (word == "VmHWM:") status >> kib;
  return kib / (1 << 20);
}

void given_root(benchmark::State& state, Build build, const char* distribution) {
  const int p = static_cast<int>(state.range(0));
  const Blocks blocks(block_sizes(find_distribution(distribution), p, {}));
  while (state.KeepRunning()) benchmark::DoNotOptimize(build(blocks, {100, 1, 1}, p / 2));
  state.counters["peak_GiB"] = peak_gib();
}

void free_root(benchmark::State& state, Build build, const char* distribution) {
  const int p = static_cast<int>(state.range(0));
  const Blocks blocks(block_sizes(find_distribution(distribution), p, {}));
  while (state.KeepRunning()) benchmark::DoNotOptimize(build(blocks, {100, 1, 1}, kFreeRoot));
  state.counters["peak_GiB"] = peak_gib();
}

/// Measures clusters of 16 ranks: costs differ within and between them and by distance.
void pairs_of_ranks(benchmark::State& state) {
  const int p = static_cast<int>(state.range(0));
  const Blocks blocks(block_sizes(find_distribution("random"), p, {}));
  PairCosts costs(p, {100, 1, 1});
  for (int i = 0; i < p; ++i)
    for (int j = 0; j < p; ++j)
      if (i / 16 != j / 16) costs.set_link(i, j, 500 + 3 * std::abs(i - j), 2 + (i + j) % 3);
  while (state.KeepRunning()) benchmark::DoNotOptimize(optimal_pair_tree(blocks, costs, kFreeRoot));
  state.counters["peak_GiB"] = peak_gib();
}
BENCHMARK(pairs_of_ranks)->Arg(100)->Arg(200)->Unit(benchmark::kMillisecond);

#define TREE_BENCH(mode, name, build, distribution, p) \
  BENCHMARK_CAPTURE(mode, name, build, distribution)->Arg(p)->Unit(benchmark::kMillisecond)

TREE_BENCH(given_root, cubic_random, optimal_tree_cubic, "random", 2000);
TREE_BENCH(given_root, binary_random, binary_tree, "random", 2000);
TREE_BENCH(given_root, strict_random, optimal_strict_tree, "random", 2000);
TREE_BENCH(given_root, ordered_random, ordered_tree, "random", 2000);
TREE_BENCH(given_root, fast_same, fast_optimal_tree, "same", 2000);
TREE_BENCH(given_root, fast_random, fast_optimal_tree, "random", 2000);
TREE_BENCH(given_root, fast_increasing, fast_optimal_tree, "increasing", 2000);
TREE_BENCH(given_root, fast_skewed, fast_optimal_tree, "skewed", 2000);
TREE_BENCH(free_root, fast_random, fast_optimal_tree, "random", 2000);
TREE_BENCH(given_root, oblivious_random, oblivious_tree, "random", 1'000'000);
TREE_BENCH(free_root, oblivious_random, oblivious_tree, "random", 1'000'000);
TREE_BENCH(given_root, adaptive_random, adaptive_tree, "random", 1'000'000);
TREE_BENCH(free_root, adaptive_random, adaptive_tree, "random", 1'000'000);
TREE_BENCH(given_root, fast_random, fast_optimal_tree, "random", 20'000);
TREE_BENCH(given_root, fast_increasing, fast_optimal_tree, "increasing", 20'000);
TREE_BENCH(free_root, fast_spikes, fast_optimal_tree, "spikes", 20'000);

}  // namespace
}  // namespace orrery::trees
