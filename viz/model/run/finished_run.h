#pragma once

#include <memory>

#include <QString>

#include "scenarios/blocks/block_history.h"
#include "scenarios/run/runner.h"
#include "viz/model/run/run_control.h"
#include "viz/model/run/stage.h"

namespace orrery::viz {

/// A run with everything the window shows of it. Immutable: safe to share between threads.
struct FinishedRun {
  RunResult result;
  std::shared_ptr<const Stage> stage;          ///< null if there is nothing to show
  std::shared_ptr<const BlockHistory> blocks;  ///< null if unknown
  QString no_blocks;                           ///< then: why
  bool truncated = false;                      ///< not all single messages are kept
  Time complete_until{0};                      ///< then: from here on there are totals of rounds
  bool cancelled = false;
  bool pending = false;  ///< blocks and the time without contention are still to come
  std::shared_ptr<const Stage> first_stage;  ///< the stage it had when it was pending
  /// Whether there are pictures to show: of a run, of a wrong result, of what led to a deadlock.
  bool hasPicture() const { return stage != nullptr; }
  /// Whether it ran to its end (with a right or a wrong result).
  bool isMeasured() const { return is_measured(result); }
  /// Whether what comes later is not to be seen (see asFarAs).
  bool goesOn() const { return stage && stage->index().goesOn(); }
};

/// What is kept of a run.
struct RunLimits {
  /// Beyond that many there are totals of rounds. A run of 10^6 messages then takes less than 300 MiB.
  std::int64_t messages = 700'000;
  std::int64_t followed = 300'000;  ///< contents are followed in runs of at most that many messages
  /// Contents of more ranks are followed when that is asked for.
  int followed_ranks = 512;
  std::int64_t contents = 4'000'000;  ///< changes of contents
};

using Appeared = std::function<void(std::shared_ptr<const FinishedRun>)>;
/// Runs one cell; takes as long as it takes. Never throws: errors are in the result. Contents are
/// followed whatever the payload is: where it is not provenance, in a second run that is.
/// `appeared` is called before that with a pending run, as soon as there are pictures; they do not
/// tell yet what messages carry.
std::shared_ptr<const FinishedRun> runCell(const RunSpec& spec, RunControl* control = nullptr,
                                           const RunLimits& limits = {},
                                           const Appeared& appeared = {});

/// What is seen of a run by the end of its first `rounds` rounds (by number), also if these are all: neither how
/// it goes on or ends, nor its metrics. REQUIRES run.hasPicture().
std::shared_ptr<const FinishedRun> asFarAs(const FinishedRun& run, int rounds);
/// What is seen of a run until a moment of it; neither how it goes on or ends, nor its metrics. REQUIRES
/// run.hasPicture().
std::shared_ptr<const FinishedRun> asFarAs(const FinishedRun& run, Time until);

}  // namespace orrery::viz
