#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "algorithms/operations/schedule_program.h"
#include "algorithms/plan/plan.h"
#include "emu/base/units.h"

namespace orrery::inline algorithms {

struct PlanCosts {
  Bytes bytes;  ///< of the whole vector
  std::uint32_t element_bytes = 1;
  CostPerByte gamma;  ///< for reducing and for copying
  int slices = 1;     ///< >= 1: passes over the plan, each with an equal part of every chunk
  bool operator==(const PlanCosts&) const = default;
};

/// A plan as operations, with the data that they move.
struct LoweredPlan {
  Schedule graph;
  ScheduleData data;
  std::vector<std::vector<std::int32_t>>
      actions;  ///< by rank and operation: index into Plan::actions
};

/// Converts a plan to messages and computations: every action becomes its receives, its computation
/// and its sends, in sequence. Operations after a send on a connection require only that it has
/// begun, as a send ends when its data are in the connection's buffer, unless the plan demands
/// otherwise; a write into another rank's memory has ended when the data have arrived. All parts of
/// chunks are equal: bytes are rounded up to whole elements in each. Thread block = processor,
/// channel = tag. With slices every thread repeats its actions, each time with the next slice of
/// every chunk, and restarts without waiting for other threads. THROWS InvalidSchedule,
/// std::invalid_argument (more units than can be counted).
LoweredPlan lowered(const Plan& plan, const PlanCosts& costs);

/// Returns the task graph alone, without payload data.
Schedule operations_of(const Plan& plan, const PlanCosts& costs);

/// A plan, ready to run.
class PlanProgram : public ScheduleProgram {
 public:
  explicit PlanProgram(std::unique_ptr<const LoweredPlan> plan, std::uint32_t element_bytes)
      : ScheduleProgram(plan->graph, {}, &plan->data, element_bytes), plan_(std::move(plan)) {}

 private:
  std::unique_ptr<const LoweredPlan> plan_;
};

}  // namespace orrery::inline algorithms
