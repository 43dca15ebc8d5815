// Runs that are done again at another size from a script, against emulation.
#include "emu/engine/replay.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "algorithms/algorithm.h"
#include "emu/engine/timetable.h"
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

Watched run_watched(Overrides cell, std::int64_t bytes, const Known& known = {},
                    Detail detail = Detail::kRounds) {
  cell.emplace_back("bytes", fmt::format("{}B", bytes));
  Watched w;
  const Scenario scenario = load_scenario("", cell, Unsupported::kSkip);
  w.result = run_known(scenario.cells.front(), &w.sink, detail, known);
  return w;
}

/// How often cells could be done again, and in how many of them messages went as one.
struct Count {
  int again = 0, joined = 0;
};

/// Does a cell again at sizes between two, where it asks for the same at all of them, and holds each of them against its emulation.
Count expect_the_same_again(const Overrides& cell, std::int64_t bytes) {
  const Watched small = run_watched(cell, bytes), large = run_watched(cell, 6 * bytes);
  if (!small.sink.script.is_like(large.sink.script, bytes, 6 * bytes)) return {};
  std::optional<Replay> made;
  for (const std::int64_t size : {bytes, 2 * bytes, 5 * bytes}) {
    SCOPED_TRACE(::testing::Message() << size << " B");
    const Watched emulated = run_watched(cell, size);
    if (!emulated.sink.script.is_like(large.sink.script, size, 6 * bytes)) return {};
    Pattern pattern;
    const Watched again =
        run_watched(cell, size, [&](const Network& network, const EngineOptions& options) {
          if (!made) made.emplace(large.sink.script, network);
          EXPECT_TRUE(made->grows(6 * bytes, size));
          return std::optional(made->run(network, options, 6 * bytes, size, pattern));
        });
    EXPECT_EQ(again.result.outcome, Outcome::kFine) << again.result.error.value_or("");
    expect_equal(again.result, emulated.result);
    EXPECT_EQ(pattern.exact, emulated.sink.pattern.exact && !made->joins());
    if (!made->joins()) {
      EXPECT_EQ(pattern.order, emulated.sink.pattern.order);
    }
  }
  return {1, made->joins() ? 1 : 0};
}

/// Calls f(cell) for each of the catalogue on a network.
template <class F>
void for_each_cell(const std::string& network, const Overrides& more, F&& f) {
  for (const Algorithm* a : catalog()) {
    SCOPED_TRACE(::testing::Message() << a->collective << " " << a->name << " on " << network);
    Overrides cell = more;
    cell.insert(cell.end(), {{"collective", std::string(a->collective)},
                             {"algorithm", std::string(a->name)},
                             {"topology", network},
                             {"symmetry", "off"}});
    f(cell);
    if (::testing::Test::HasFailure()) break;
  }
}

Count done_again(const std::string& network, const Overrides& more) {
  Count count;
  for_each_cell(network, more, [&](const Overrides& cell) {
    const Count cells = expect_the_same_again(cell, 5040);
    count.again += cells.again;
    count.joined += cells.joined;
  });
  return count;
}

/// Whether a timetable of a cell knows sizes between two, and which of them, each held against its emulation.
int expect_the_same_timetable(const Overrides& cell, std::int64_t bytes) {
  const std::int64_t most = 6 * bytes;
  const Watched small = run_watched(cell, bytes), large = run_watched(cell, most);
  if (!small.sink.script.is_like(large.sink.script, bytes, most)) return 0;
  int known = 0;
  for (const std::int64_t size : {bytes, 2 * bytes, 5 * bytes}) {
    SCOPED_TRACE(::testing::Message() << size << " B");
    const Watched emulated = run_watched(cell, size, {}, Detail::kTime);
    if (!emulated.sink.script.is_like(large.sink.script, size, most)) return 0;
    const auto from_timetable = [&](const Network& network, const EngineOptions& options) {
      const Replay replay(large.sink.script, network);
      const Timetable table(replay, network, options, most, {bytes, 2 * bytes, 5 * bytes});
      auto metrics = table.metrics(size, most, large.result.metrics);
      if (metrics) ++known;
      return metrics;
    };
    const Watched again = run_watched(cell, size, from_timetable, Detail::kTime);
    expect_equal(again.result, emulated.result);
  }
  return known;
}

int known_from_timetables(const std::string& network, const Overrides& more) {
  int known = 0;
  for_each_cell(network, more,
                [&](const Overrides& cell) { known += expect_the_same_timetable(cell, 5040); });
  return known;
}

TEST(Replay, IsTheRunItself) {
  EXPECT_GT(done_again("yahoo", {{"ranks", "21"}}).again, 60);
  const Overrides eager{{"ports", "1"}, {"protocol", "eager"}, {"gamma", "3ps/B"}};
  EXPECT_GT(done_again("star:8", eager).again, 60);
}

TEST(Replay, KeepsToPortsRoutesAndProcessors) {
  EXPECT_GT(done_again("torus:3x4", {{"ports", "per-link"}, {"overhead", "200ns"}}).again, 30);
  EXPECT_GT(done_again("fat-tree:4", {{"routing", "adaptive"}, {"ports", "2"}}).again, 60);
  EXPECT_GT(done_again("hyperx:2x3", {{"ranks_per_host", "2"}, {"touch", "1ps/B"}}).again, 60);
}

/// Sparbit and those that send block by block.
TEST(Replay, SendsMessagesThatAreAlikeAsOne) {
  const Overrides free{{"ports", "unlimited"}};
  const auto joined = [&](const std::string& network, Overrides more) {
    more.insert(more.end(), free.begin(), free.end());
    return done_again(network, more).joined;
  };
  EXPECT_GT(joined("cervino", {{"ranks", "17"}, {"mapping", "cyclic"}}), 0);
  EXPECT_GT(joined("yahoo", {{"ranks", "19"}, {"protocol", "eager"}}), 0);
  EXPECT_GT(joined("torus:3x2", {{"ranks_per_host", "2"}}), 0);
  EXPECT_GT(joined("fat-tree:4", {{"routing", "ecmp"}, {"duplex", "half"}}), 0);
  EXPECT_GT(joined("star:4", {{"contention", "off"}, {"ranks_per_host", "3"}}), 0);
}

TEST(Timetable, IsTheRunItselfWhereNobodyMeets) {
  EXPECT_GT(known_from_timetables("star:7", {{"ports", "unlimited"}, {"gamma", "3ps/B"}}), 270);
  EXPECT_GT(known_from_timetables("yahoo", {{"ranks", "21"}}), 130);
  EXPECT_GT(known_from_timetables("full:6", {{"ports", "1"}, {"protocol", "eager"}}), 240);
}

TEST(Timetable, KeepsToPortsRoutesAndProcessors) {
  EXPECT_GT(known_from_timetables("torus:3x4", {{"ports", "per-link"}, {"overhead", "200ns"}}), 48);
  EXPECT_GT(known_from_timetables("fat-tree:4", {{"routing", "ecmp"}, {"ports", "2"}}), 105);
  const Overrides shared{{"ranks_per_host", "2"}, {"host_beta", "7ps/B"}, {"alpha", "300ns"}};
  EXPECT_GT(known_from_timetables("star:5", shared), 100);
  const Overrides free{{"contention", "off"}, {"ports", "unlimited"}, {"copy_cost", "10ps/B"}};
  EXPECT_GT(known_from_timetables("mesh:5", free), 360);
  EXPECT_EQ(known_from_timetables("star:4", {{"duplex", "0.7"}, {"ports", "unlimited"}}), 0);
}

}  // namespace
}  // namespace orrery::testing
