// Runs that are done again at another size from a script, against emulation.
#include "emu/engine/replay.h"

#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "algorithms/algorithm.h"
#include "scenarios/run/known_run.h"
#include "scenarios/run/load.h"
#include "scenarios/run/runner.h"
#include "tests/property/algorithms/symmetry.h"

namespace orrery::testing {
namespace {

struct Watched {
  PatternSink sink;
  RunResult result;
};

Watched run_watched(Overrides cell, std::int64_t bytes, const Known& known = {}) {
  cell.emplace_back("bytes", fmt::format("{}B", bytes));
  Watched w;
  const Scenario scenario = load_scenario("", cell, Unsupported::kSkip);
  w.result = run_known(scenario.cells.front(), &w.sink, Detail::kRounds, known);
  return w;
}

/// Whether a cell could be done again at sizes between two; if so, each of them is held against its emulation.
bool expect_the_same_again(const Overrides& cell, std::int64_t bytes) {
  const Watched small = run_watched(cell, bytes), large = run_watched(cell, 6 * bytes);
  if (!small.sink.script.is_like(large.sink.script, bytes, 6 * bytes)) return false;
  const Replay replay(large.sink.script);
  for (const std::int64_t size : {bytes, 2 * bytes, 5 * bytes}) {
    SCOPED_TRACE(::testing::Message() << size << " B");
    Pattern pattern;
    const Watched again =
        run_watched(cell, size, [&](const Network& network, const EngineOptions& options) {
          EXPECT_TRUE(replay.grows(6 * bytes, size));
          return std::optional(replay.run(network, options, 6 * bytes, size, pattern));
        });
    const Watched emulated = run_watched(cell, size);
    EXPECT_EQ(again.result.outcome, Outcome::kFine) << again.result.error.value_or("");
    expect_equal(again.result, emulated.result);
    EXPECT_EQ(pattern.order, emulated.sink.pattern.order);
    EXPECT_EQ(pattern.exact, emulated.sink.pattern.exact);
  }
  return true;
}

int done_again(const std::string& network, const Overrides& more) {
  int count = 0;
  for (const Algorithm* a : catalog()) {
    SCOPED_TRACE(::testing::Message() << a->collective << " " << a->name << " on " << network);
    Overrides cell = more;
    cell.insert(cell.end(), {{"collective", std::string(a->collective)},
                             {"algorithm", std::string(a->name)},
                             {"topology", network},
                             {"symmetry", "off"}});
    if (expect_the_same_again(cell, 5040)) ++count;
    if (::testing::Test::HasFailure()) break;
  }
  return count;
}

TEST(Replay, IsTheRunItself) {
  EXPECT_GT(done_again("yahoo", {{"ranks", "21"}}), 60);
  EXPECT_GT(done_again("star:8", {{"ports", "1"}, {"protocol", "eager"}, {"gamma", "3ps/B"}}), 60);
}

TEST(Replay, KeepsToPortsRoutesAndProcessors) {
  EXPECT_GT(done_again("torus:3x4", {{"ports", "per-link"}, {"overhead", "200ns"}}), 30);
  EXPECT_GT(done_again("fat-tree:4", {{"routing", "adaptive"}, {"ports", "2"}}), 60);
  EXPECT_GT(done_again("hyperx:2x3", {{"ranks_per_host", "2"}, {"touch", "1ps/B"}}), 60);
}

}  // namespace
}  // namespace orrery::testing
