#pragma once

#include <memory>

#include <QString>

#include "scenarios/blocks/block_history.h"
#include "scenarios/run/runner.h"
#include "viz/model/run/run_control.h"
#include "viz/model/run/stage.h"

namespace orrery::viz::inline model {

/// A run with all its data for the window. Immutable: safe to share between threads.
struct FinishedRun {
  RunResult result;
  std::shared_ptr<const Stage> stage;          ///< null without pictures
  std::shared_ptr<const BlockHistory> blocks;  ///< null if unknown
  QString no_blocks;                           ///< the reason why `blocks` is null
  bool truncated = false;                      ///< some single messages are not kept
  Time complete_until{0};  ///< if truncated: from here on only totals of rounds are known
  bool cancelled = false;
  bool pending = false;  ///< blocks and the time without contention are still to come
  std::shared_ptr<const Stage> first_stage;  ///< its stage while it was pending
  /// Returns whether the run has pictures: it ended, had a wrong result or led to a deadlock.
  bool hasPicture() const { return stage != nullptr; }
  /// Returns whether it ran to its end (with a right or a wrong result) and has its stage.
  bool isMeasured() const { return hasPicture() && is_measured(result); }
  /// Returns whether its later part is hidden (see asFarAs).
  bool goesOn() const { return stage && stage->index().goesOn(); }
};

/// Limits on the data kept of a run.
struct RunLimits {
  /// Messages; beyond them there are totals of rounds. A run of 10^6 messages then takes less than
  /// 300 MiB.
  std::int64_t messages = 700'000;
  std::int64_t followed = 300'000;  ///< contents are followed in runs of at most that many messages
  /// Contents of more ranks are followed on request.
  int followed_ranks = 512;
  std::int64_t contents = 4'000'000;  ///< changes of contents
};

using Appeared = std::function<void(std::shared_ptr<const FinishedRun>)>;
/// Runs one cell, without a time limit. Never throws: errors are in the result. Contents are
/// followed with any payload; if it is not provenance, in a second run that uses provenance. Before
/// that it calls `appeared` with a pending run, as soon as there are pictures; they do not yet tell
/// what messages carry.
std::shared_ptr<const FinishedRun> runCell(const RunSpec& spec, RunControl* control = nullptr,
                                           const RunLimits& limits = {},
                                           const Appeared& appeared = {});

/// Returns the beginning of a run that has not been computed: its network before the first round. Null if it cannot
/// be run.
std::shared_ptr<const FinishedRun> beginningOf(const RunSpec& spec);

/// Returns the part of a run up to the end of its first `rounds` rounds (by number), also if these
/// are all: without its continuation, its end and its metrics. REQUIRES run.hasPicture().
std::shared_ptr<const FinishedRun> asFarAs(const FinishedRun& run, int rounds);
/// Returns the part of a run until a moment of it, without its continuation, its end and its
/// metrics. REQUIRES run.hasPicture().
std::shared_ptr<const FinishedRun> asFarAs(const FinishedRun& run, Time until);

}  // namespace orrery::viz::inline model
