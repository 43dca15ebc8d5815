#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "algorithms/operations/schedule_program.h"
#include "emu/engine/executor.h"
#include "emu/schedule/recording.h"
#include "scenarios/run/load.h"
#include "scenarios/run/runner.h"
#include "scenarios/run/sizes/known_run.h"
#include "tests/property/algorithms/symmetry.h"
#include "tests/run_of_recording.h"

/// Runs of schedules without fibers, held against emulation.
namespace orrery::testing {

struct Watched {
  Pattern pattern;
  Recording recording;
  RunResult result;
};

inline Watched run_watched(Overrides cell, std::int64_t bytes, const Known& known = {},
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

/// Numbers of cells that could be replayed, and of those in which messages were joined.
struct Again {
  int cells = 0, joined = 0;
};

/// Runs a cell at sizes between two, where its calls are the same at all of them, and compares each with its emulation.
inline Again expect_the_same_again(const Overrides& cell, std::int64_t bytes) {
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

/// Runs the schedule of a cell on fibers, with a sink, and without. Returns false if there is none.
inline bool expect_same_schedule(Overrides cell) {
  cell.emplace_back("bytes", "5040B");
  const std::optional<RunSpec> spec =
      run_of_recording(load_scenario("", cell, Unsupported::kSkip).cells.front());
  if (!spec) return false;
  Trace trace;
  const RunResult watched = run_one(*spec, &trace), alone = run_one(*spec);
  EXPECT_EQ(alone.outcome, Outcome::kFine) << alone.error.value_or("");
  expect_equal(alone, watched);
  return true;
}

}  // namespace orrery::testing
