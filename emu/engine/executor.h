#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "emu/engine/world.h"
#include "emu/schedule/schedule.h"
#include "emu/trace/pattern.h"

namespace orrery {

/// The factor to / from by which all amounts of bytes are multiplied.
struct Scale {
  std::int64_t from = 1, to = 1;
};

/// Runs a schedule without fibers, requests and matching, and without data and sinks. The metrics are those of
/// World::run() with a program that executes the same operations.
class Executor {
 public:
  /// Prepares `schedule`, which is indexed and must outlive the executor; `gamma` is the cost of computing per byte.
  explicit Executor(const Schedule& schedule, CostPerByte gamma = {});

  /// Returns false for a network with noise, stragglers or rank symmetry, for barriers between rounds, and for eager
  /// messages that the sender copies.
  static bool supports(const Network& network, const EngineOptions& options);

  /// Returns true if all amounts stay whole numbers of bytes.
  bool divides(Scale scale) const;
  /// Returns true if identical messages are joined: patterns are not exact then.
  bool joins() const { return joins_; }

  /// Runs the schedule; returns nothing for a deadlock. `pattern` and `times` (by rank) may be null. THROWS Stopped;
  /// std::invalid_argument for more than 2^28 operations of a rank. REQUIRES supports() and divides().
  std::optional<Metrics> run(const Network& network, const EngineOptions& options, Scale scale = {},
                             Pattern* pattern = nullptr,
                             std::vector<RankTimes>* times = nullptr) const;

 private:
  class Run;

  const Schedule& schedule_;
  CostPerByte gamma_;
  std::int64_t unit_ = 0;  // bytes of which all amounts are multiples; 0: no bytes
  bool joins_ = false;
};

/// Joins identical messages: those from one rank to another that begin together, one after the other, have one size and
/// are waited for together. The first stays by itself, as it may find its links free. Does nothing on a network where
/// they would not behave as one. REQUIRES an indexed recording: messages of one source, destination and tag begin in
/// the order of the list.
void join_identical(Schedule& schedule, const Network& network);

}  // namespace orrery
