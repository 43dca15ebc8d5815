#pragma once

#include <memory>

#include <QString>

#include "scenarios/runner.h"
#include "viz/model/stage.h"

namespace orrery::viz {

/// A run with everything the window shows of it. Immutable: safe to share between threads.
struct FinishedRun {
  RunResult result;
  std::shared_ptr<const Stage> stage;  ///< null if the run failed
  bool truncated = false;              ///< the pictures stop before the run does
  Time complete_until{0};              ///< then: here
  /// Whether there are figures and pictures to show (a wrong result has them, too).
  bool hasPicture() const { return stage != nullptr; }
};

/// More messages than this are counted but not drawn.
inline constexpr std::int64_t kMostMessages = 2'200'000;

/// Runs one cell; takes as long as it takes. Never throws: errors are in the result.
std::shared_ptr<const FinishedRun> runCell(const RunSpec& spec,
                                           std::int64_t most_messages = kMostMessages);

}  // namespace orrery::viz
