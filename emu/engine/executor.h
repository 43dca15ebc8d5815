#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "emu/engine/world.h"
#include "emu/schedule/schedule.h"
#include "emu/trace/pattern.h"

namespace orrery::inline engine {

/// The factor to / from for all amounts of bytes.
struct Scale {
  std::int64_t from = 1, to = 1;
};

/// An executor of schedules without fibers, requests, matching, data and sinks. Its metrics equal
/// those of World::run() with a program that executes the same operations.
class Executor {
 public:
  /// Prepares `schedule`, which is indexed and must outlive the executor; `gamma` is the cost of
  /// computing per byte.
  explicit Executor(const Schedule& schedule, CostPerByte gamma = {});

  /// Returns whether the executor supports a run: not for a network with noise, stragglers or rank
  /// symmetry, nor for barriers between rounds, nor for eager messages that the sender copies.
  static bool supports(const Network& network, const EngineOptions& options);

  /// Returns whether all scaled amounts are whole numbers of bytes.
  bool divides(Scale scale) const;
  /// Returns whether identical messages are joined: patterns are not exact then.
  bool joins() const { return joins_; }

  /// Runs the schedule; returns nullopt for a deadlock. `pattern` and `times` (by rank) may be
  /// null. THROWS Stopped; std::invalid_argument for more than 2^26 operations of a rank. REQUIRES
  /// supports() and divides().
  std::optional<Metrics> run(const Network& network, const EngineOptions& options, Scale scale = {},
                             Pattern* pattern = nullptr,
                             std::vector<RankTimes>* times = nullptr) const;

 private:
  class Run;

  const Schedule& schedule_;
  CostPerByte gamma_;
  std::int64_t unit_ = 0;  // greatest common divisor of all amounts in bytes; 0: no bytes
  bool joins_ = false;
};

/// Joins identical messages: those from one rank to another that begin consecutively, have one size
/// and are waited for together. The first stays separate, as it may find its links free. Does
/// nothing on a network where joined messages would behave differently. REQUIRES an indexed
/// recording: messages of one source, destination and tag begin in the order of the list.
void join_identical(Schedule& schedule, const Network& network);

}  // namespace orrery::inline engine
