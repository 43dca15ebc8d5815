// Schedules that were read beside the algorithms that do the same. Run from a release build:
//   build/release/bin/bench_plan
#include <benchmark/benchmark.h>

#include "algorithms/plan/lower.h"
#include "algorithms/verify.h"
#include "tests/network.h"
#include "tests/unit/scenarios/schedule_formats.h"
#include "tests/unit/scenarios/xml_texts.h"

namespace orrery {
namespace {

constexpr int kRanks = 512;
constexpr std::int64_t kBytes = 1 << 20;  // of the whole vector

Network star() {
  Network network = testing::network_of("star:" + std::to_string(kRanks));
  network.ports.kind = Ports::Kind::kUnlimited;
  return network;
}

void count(benchmark::State& state, const char* what, std::int64_t all) {
  state.counters[what] = benchmark::Counter(static_cast<double>(all), benchmark::Counter::kIsRate);
}

void built_in_ring_allgather(benchmark::State& state) {
  const Network network = star();
  Problem x;
  x.p = kRanks;
  x.count = kBytes / kRanks;
  const Algorithm& ring = find_algorithm("allgather", "ring");
  std::int64_t messages = 0;
  for (auto _ : state)
    messages += execute(ring, x, network, {}, PayloadKind::kGhost, find_op("sum", "uint8"))
                    .metrics.messages;
  count(state, "messages/s", messages);
}
BENCHMARK(built_in_ring_allgather)->Unit(benchmark::kMillisecond);

/// Measures the same messages, read from a file.
void ring_allgather_that_was_read(benchmark::State& state) {
  const Network network = star();
  const Plan plan = read_msccl_xml(testing::xml_text(testing::ring_allgather(kRanks)));
  const Schedule graph = operations_of(plan, {Bytes(kBytes), 1, {}});
  const ScheduleProgram program(graph, {});
  std::int64_t messages = 0;
  for (auto _ : state)
    messages += execute(program, network, {}, PayloadKind::kGhost, find_op("sum", "uint8"))
                    .metrics.messages;
  count(state, "messages/s", messages);
}
BENCHMARK(ring_allgather_that_was_read)->Unit(benchmark::kMillisecond);

/// Measures the time from the text to operations that can run.
void reading_a_ring_allgather(benchmark::State& state) {
  const std::string text = testing::xml_text(testing::ring_allgather(kRanks));
  std::int64_t steps = 0;
  for (auto _ : state) {
    const Plan plan = read_msccl_xml(text);
    benchmark::DoNotOptimize(operations_of(plan, {Bytes(kBytes), 1, {}}));
    steps += plan.description.steps;
  }
  count(state, "steps/s", steps);
}
BENCHMARK(reading_a_ring_allgather)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace orrery
