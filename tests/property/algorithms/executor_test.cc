// Runs that are done again at another size from a recording, against emulation.
#include "emu/engine/executor.h"

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "algorithms/algorithm.h"
#include "algorithms/operations/schedule_program.h"
#include "emu/schedule/recording.h"
#include "scenarios/formats/formats.h"
#include "scenarios/run/known_run.h"
#include "scenarios/run/load.h"
#include "scenarios/run/runner.h"
#include "tests/property/algorithms/symmetry.h"

namespace orrery::testing {
namespace {

struct Watched {
  Pattern pattern;
  Recording recording;
  RunResult result;
};

Watched run_watched(Overrides cell, std::int64_t bytes, const Known& known = {},
                    Detail detail = Detail::kRounds) {
  cell.emplace_back("bytes", fmt::format("{}B", bytes));
  Watched w;
  const Scenario scenario = load_scenario("", cell, Unsupported::kSkip);
  Observers observers;
  observers.pattern = &w.pattern;
  observers.recording = &w.recording;
  w.result = run_known(scenario.cells.front(), observers, detail, known);
  return w;
}

/// How often cells could be done again, and in how many of them messages went as one.
struct Count {
  int again = 0, joined = 0;
};

/// Does a cell again at sizes between two, where it asks for the same at all of them, and holds each of them against its emulation.
Count expect_the_same_again(const Overrides& cell, std::int64_t bytes) {
  const Watched small = run_watched(cell, bytes), large = run_watched(cell, 6 * bytes);
  if (!small.recording.scales_to(large.recording, bytes, 6 * bytes)) return {};
  Schedule schedule = large.recording.schedule();
  std::optional<Executor> made;
  for (const std::int64_t size : {bytes, 2 * bytes, 5 * bytes}) {
    SCOPED_TRACE(::testing::Message() << size << " B");
    const Watched emulated = run_watched(cell, size);
    if (!emulated.recording.scales_to(large.recording, size, 6 * bytes)) return {};
    Pattern pattern;
    const Watched again =
        run_watched(cell, size, [&](const Network& network, const EngineOptions& options) {
          if (!made) {
            join_identical(schedule, network);
            made.emplace(schedule);
          }
          EXPECT_TRUE(made->divides({6 * bytes, size}));
          return made->run(network, options, {6 * bytes, size}, &pattern);
        });
    EXPECT_EQ(again.result.outcome, Outcome::kFine) << again.result.error.value_or("");
    expect_equal(again.result, emulated.result);
    EXPECT_EQ(pattern.exact, emulated.pattern.exact && !made->joins());
    if (!made->joins()) {
      EXPECT_EQ(pattern.order, emulated.pattern.order);
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

TEST(Executor, IsTheRunItself) {
  EXPECT_GT(done_again("yahoo", {{"ranks", "21"}}).again, 60);
  const Overrides eager{{"ports", "1"}, {"protocol", "eager"}, {"gamma", "3ps/B"}};
  EXPECT_GT(done_again("star:8", eager).again, 60);
}

TEST(Executor, KeepsToPortsRoutesAndProcessors) {
  EXPECT_GT(done_again("torus:3x4", {{"ports", "per-link"}, {"overhead", "200ns"}}).again, 30);
  EXPECT_GT(done_again("fat-tree:4", {{"routing", "adaptive"}, {"ports", "2"}}).again, 60);
  EXPECT_GT(done_again("hyperx:2x3", {{"ranks_per_host", "2"}, {"touch", "1ps/B"}}).again, 60);
}

/// Sparbit and those that send block by block.
TEST(Executor, SendsMessagesThatAreAlikeAsOne) {
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

/// Runs the schedule of a cell on fibers, with a sink, and without. Returns false if there is none.
bool expect_schedule_alike(Overrides cell) {
  cell.emplace_back("bytes", "5040B");
  const Scenario scenario = load_scenario("", cell, Unsupported::kSkip);
  const ExportedRun run = run_for_export(scenario.cells.front(), {.schedule = true});
  if (run.result.outcome != Outcome::kFine) return false;
  RunSpec spec = run.result.spec;
  spec.collective = kNoCollective;
  spec.algorithm = kNoAlgorithm;
  spec.sizes.clear();
  spec.distribution = "same";
  spec.runs = ScheduleRun{"", std::make_shared<const Schedule>(run.schedule), {}};
  Trace trace;
  const RunResult watched = run_one(spec, &trace), alone = run_one(spec);
  EXPECT_EQ(alone.outcome, Outcome::kFine) << alone.error.value_or("");
  expect_equal(alone, watched);
  return true;
}

int schedules_alike(const std::string& network, const Overrides& more) {
  int count = 0;
  for_each_cell(network, more,
                [&](const Overrides& cell) { count += expect_schedule_alike(cell) ? 1 : 0; });
  return count;
}

TEST(Executor, RunsSchedulesAsFibersDo) {
  EXPECT_GT(schedules_alike("star:7", {{"gamma", "3ps/B"}, {"protocol", "eager"}}), 100);
  EXPECT_GT(schedules_alike("torus:3x4", {{"ports", "per-link"}, {"overhead", "200ns"}}), 100);
  EXPECT_GT(schedules_alike("fat-tree:4", {{"routing", "adaptive"}, {"ports", "2"}}), 100);
  EXPECT_GT(schedules_alike("hyperx:2x3", {{"ranks_per_host", "2"}, {"gamma", "1ps/B"}}), 100);
  EXPECT_GT(schedules_alike("mesh:5", {{"contention", "off"}, {"ports", "unlimited"}}), 100);
}

}  // namespace
}  // namespace orrery::testing
