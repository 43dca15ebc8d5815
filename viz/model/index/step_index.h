#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "algorithms/plan/lower.h"
#include "emu/trace/trace.h"

namespace orrery::viz::inline model {

/// Index between the steps of a schedule's thread blocks and the messages of a run. Immutable: safe
/// to share between threads.
class StepIndex {
 public:
  /// Indexes a run. The plan is not null; `lowered` is what ran.
  StepIndex(std::shared_ptr<const Plan> plan, const LoweredPlan& lowered, const Trace& trace);

  const Plan& plan() const { return *plan_; }
  /// Returns the step of a message's sender or receiver, an index into Plan::actions; -1: it is not
  /// known, or not a step of that rank, as where another rank puts something into its memory.
  std::int32_t of(std::size_t message, bool sends) const;
  /// Returns the steps of a rank, in the order of the plan.
  std::span<const std::int32_t> stepsOf(int rank) const {
    return steps_[static_cast<std::size_t>(rank)];
  }
  /// Returns whether other ranks' steps access the memory of `rank`.
  bool isReached(int rank) const { return reached_[static_cast<std::size_t>(rank)]; }
  /// Returns the file's numbers of a rank's thread blocks, in the order of the plan; -1: none.
  std::span<const std::int32_t> blocksOf(int rank) const {
    return blocks_[static_cast<std::size_t>(rank)];
  }
  /// When a thread block reaches a step, and when it leaves it; Time::max(): never. Empty where
  /// steps are run several times.
  struct Stay {
    Time from{0}, to{0};
  };
  std::optional<Stay> stay(std::int32_t step) const {
    return stays_.empty() ? std::nullopt : std::optional(stays_[static_cast<std::size_t>(step)]);
  }
  /// Returns the place of a step's thread block among those of its rank.
  int row(std::int32_t step) const { return rows_[static_cast<std::size_t>(step)]; }

 private:
  void findStays(const LoweredPlan& lowered, const Trace& trace);

  struct Ends {
    std::int32_t sends = -1, receives = -1;
  };
  std::shared_ptr<const Plan> plan_;
  std::vector<Ends> ends_;  // by message
  std::vector<std::vector<std::int32_t>> steps_, blocks_;
  std::vector<int> rows_;      // by step
  std::vector<bool> reached_;  // by rank
  std::vector<Stay> stays_;    // by step
};

}  // namespace orrery::viz::inline model
