#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "algorithms/operations/schedule_program.h"
#include "algorithms/plan/plan.h"
#include "emu/base/units.h"

namespace orrery {

struct PlanCosts {
  Bytes bytes;  ///< of the whole vector
  std::uint32_t element_bytes = 1;
  CostPerByte gamma;  ///< for reducing and for copying
  int slices = 1;     ///< >= 1: passes over the plan, each with so small a part of every chunk
  bool operator==(const PlanCosts&) const = default;
};

/// A plan as operations, with what they move.
struct LoweredPlan {
  Schedule graph;
  ScheduleData data;
  std::vector<std::vector<std::int32_t>>
      actions;  ///< by rank and operation: index into Plan::actions
};

/// The messages and computations of a plan, complete: every action becomes its receives, its computation and its
/// sends, one after the other. What follows a send on a connection requires only that it has begun, as a send ends
/// when its data are in the connection's buffer, unless the plan says otherwise; what a rank puts into another's memory has ended when it is
/// there. All parts of chunks are equal: bytes are rounded up to whole elements in each. Thread block = processor,
/// channel = tag. With slices every thread runs its actions so many times, each time with the next slice of every
/// chunk, and begins anew without waiting for other threads. THROWS InvalidSchedule, std::invalid_argument (more units than can be counted).
LoweredPlan lowered(const Plan& plan, const PlanCosts& costs);

/// The task graph alone, without payload data.
Schedule operations_of(const Plan& plan, const PlanCosts& costs);

/// A plan, ready to run.
class PlanProgram : public ScheduleProgram {
 public:
  explicit PlanProgram(std::unique_ptr<const LoweredPlan> plan, std::uint32_t element_bytes)
      : ScheduleProgram(plan->graph, {}, &plan->data, element_bytes), plan_(std::move(plan)) {}

 private:
  std::unique_ptr<const LoweredPlan> plan_;
};

}  // namespace orrery
