// Speed and memory of the engine. Run from a release build:
//   build/release/bin/bench_engine
#include <algorithm>
#include <fstream>
#include <malloc.h>
#include <unistd.h>

#include <benchmark/benchmark.h>

#include "algorithms/verify.h"
#include "tests/network.h"

namespace orrery {
namespace {

using orrery::testing::network_of;

/// Runs a collective on one rank for each host of `spec`, with links of 50 GB/s and 100 ns, α = 0,
/// unlimited ports and ghost payload.
void run_collective(benchmark::State& state, const char* collective, const char* name,
                    const char* spec, std::int64_t bytes) {
  Network network = network_of(spec);
  network.costs.alpha = Time(0);
  network.ports.kind = Ports::Kind::kUnlimited;
  Problem x;
  x.p = network.ranks();
  x.count = bytes;
  const Algorithm& a = find_algorithm(collective, name);
  const Op& op = find_op("sum", "uint8");
  std::int64_t messages = 0;
  Time completion{0};
  for (auto _ : state) {
    const Execution e = execute(a, x, network, {}, PayloadKind::kGhost, op);
    messages += e.metrics.messages;
    completion = e.metrics.completion;
  }
  state.counters["messages/s"] =
      benchmark::Counter(static_cast<double>(messages), benchmark::Counter::kIsRate);
  state.counters["virtual_us"] = to_seconds(completion) * 1e6;
}

BENCHMARK_CAPTURE(run_collective, ring_1024_on_torus_32x32, "allreduce", "ring", "torus:32x32",
                  2 << 20)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(run_collective, ring_1024_on_torus_1024, "allreduce", "ring", "torus:1024",
                  2 << 20)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(run_collective, rabenseifner_4096_on_torus_64x64, "allreduce", "rabenseifner",
                  "torus:64x64", 2 << 20)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(run_collective, rabenseifner_16384_on_torus_128x128, "allreduce", "rabenseifner",
                  "torus:128x128", 2 << 20)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(run_collective, rabenseifner_16384_on_fat_tree, "allreduce", "rabenseifner",
                  "fat-tree:128,2", 2 << 20)
    ->Unit(benchmark::kMillisecond);

/// Measures matching and ports with long queues: every message waits for others.
void linear_alltoall_512_through_one_port(benchmark::State& state) {
  Network network = network_of("torus:16x32");
  network.contention = false;
  Problem x;
  x.p = network.ranks();
  x.count = 1024;
  const Algorithm& a = find_algorithm("alltoall", "linear");
  std::int64_t messages = 0;
  for (auto _ : state)
    messages +=
        execute(a, x, network, {}, PayloadKind::kGhost, find_op("sum", "uint8")).metrics.messages;
  state.counters["messages/s"] =
      benchmark::Counter(static_cast<double>(messages), benchmark::Counter::kIsRate);
}
BENCHMARK(linear_alltoall_512_through_one_port)->Unit(benchmark::kMillisecond);

std::int64_t resident_bytes() {
  std::ifstream statm("/proc/self/statm");
  std::int64_t size = 0, resident = 0;
  statm >> size >> resident;
  return resident * sysconf(_SC_PAGESIZE);
}

/// Starts 16,384 ranks that meet in a barrier; measures the memory in use when the first one leaves
/// it.
void start_16384_ranks(benchmark::State& state) {
  const Network network = network_of("torus:128x128");
  const Algorithm& barrier = find_algorithm("barrier", "dissemination");
  Problem x;
  x.p = network.ranks();
  const Partition nothing(0, x.p);
  std::int64_t used = 0;
  for (auto _ : state) {
    malloc_trim(0);
    const std::int64_t before = resident_bytes();
    used = 0;
    World world(network, {});
    world.run([&](Comm& comm) {
      barrier.run(comm, {Slice(), nothing, 0, 1, {}, x});
      if (used == 0) used = resident_bytes() - before;
    });
  }
  state.counters["bytes/rank"] = static_cast<double>(used) / x.p;
}
BENCHMARK(start_16384_ranks)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace orrery
