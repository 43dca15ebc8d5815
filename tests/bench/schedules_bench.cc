// Speed of the circulant schedules. Run from a release build:
//   build/release/bin/bench_schedules
// Wanted: both schedules of a rank below 500 ns on average over all ranks of p = 2^20, growing no
// faster than log p up to 2^30; all receive schedules of p = 2^20 below 0.5 s.
#include <algorithm>
#include <random>
#include <vector>

#include <benchmark/benchmark.h>

#include "algorithms/schedules/enumerate.h"
#include "algorithms/schedules/trees/greedy.h"

namespace orrery::circulant {
namespace {

using Construction = Schedule (*)(const Skips&, int, int*);

void per_rank(benchmark::State& state, std::int64_t ranks) {
  state.SetItemsProcessed(state.iterations() * ranks);
  state.counters["per_rank"] =
      benchmark::Counter(static_cast<double>(ranks), benchmark::Counter::kIsIterationInvariantRate |
                                                         benchmark::Counter::kInvert);
}

void both_schedules_of_all_ranks(benchmark::State& state) {
  const Skips skips(static_cast<int>(state.range(0)));
  while (state.KeepRunning())
    for (int r = 0; r < skips.p; ++r) {
      benchmark::DoNotOptimize(receive_schedule(skips, r));
      benchmark::DoNotOptimize(send_schedule(skips, r));
    }
  per_rank(state, skips.p);
}
BENCHMARK(both_schedules_of_all_ranks)
    ->Arg((1 << 20) - 1)
    ->Arg(1 << 20)
    ->Arg((1 << 20) + 1)
    ->Arg(1'000'003)
    ->Unit(benchmark::kMillisecond);

/// Measures runs of 512 ranks for 64 values of p, 2^e and a little less: an estimate of the average
/// over all ranks, which are too many to measure.
void both_schedules_in_order(benchmark::State& state) {
  constexpr int kRanks = 512, kSizes = 64;
  const int exponent = static_cast<int>(state.range(0));
  std::mt19937 random(1);
  while (state.KeepRunning())
    for (int i = 0; i < kSizes; ++i) {
      const Skips skips((1 << exponent) - i * std::max(1, (1 << exponent) / (32 * kSizes)));
      const int first = std::uniform_int_distribution<int>(0, skips.p - kRanks)(random);
      for (int r = first; r < first + kRanks; ++r) {
        benchmark::DoNotOptimize(receive_schedule(skips, r));
        benchmark::DoNotOptimize(send_schedule(skips, r));
      }
    }
  per_rank(state, std::int64_t{kRanks} * kSizes);
}
BENCHMARK(both_schedules_in_order)->DenseRange(10, 30, 5)->Unit(benchmark::kMillisecond);

void random_ranks(benchmark::State& state, Construction schedule) {
  const Skips skips(static_cast<int>(state.range(0)));
  std::mt19937 random(1);
  std::uniform_int_distribution<int> any(0, skips.p - 1);
  std::vector<int> ranks(1 << 16);
  for (int& r : ranks) r = any(random);
  while (state.KeepRunning())
    for (const int r : ranks) benchmark::DoNotOptimize(schedule(skips, r, nullptr));
  per_rank(state, static_cast<std::int64_t>(ranks.size()));
  state.counters["per_rank_and_round"] = benchmark::Counter(
      static_cast<double>(ranks.size()) * skips.q,
      benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

/// Sets the sizes 2^10, 2^15, ... 2^30 and one more than each: the fewest and the most look-ups.
void sizes(benchmark::internal::Benchmark* b) {
  for (const int more : {0, 1})
    for (int exponent = 10; exponent <= 30; exponent += 5) b->Arg((1 << exponent) + more);
  b->Unit(benchmark::kMillisecond);
}
BENCHMARK_CAPTURE(random_ranks, receive, receive_schedule)->Apply(sizes);
BENCHMARK_CAPTURE(random_ranks, send, send_schedule)->Apply(sizes);
BENCHMARK_CAPTURE(random_ranks, greedy_receive, greedy_receive_schedule)->Apply(sizes);
BENCHMARK_CAPTURE(random_ranks, greedy_send, greedy_send_schedule)->Apply(sizes);

void all_receive_schedules(benchmark::State& state) {
  const Skips skips(static_cast<int>(state.range(0)));
  while (state.KeepRunning()) benchmark::DoNotOptimize(ScheduleTable(skips));
  per_rank(state, skips.p);
}
BENCHMARK(all_receive_schedules)->Arg(1 << 20)->Unit(benchmark::kMillisecond);

void count(benchmark::State& state) {
  const int p = static_cast<int>(state.range(0));
  while (state.KeepRunning()) benchmark::DoNotOptimize(count_schedules(p));
}
BENCHMARK(count)->Arg(9)->Arg(20)->Arg(36)->Arg(64)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace orrery::circulant
