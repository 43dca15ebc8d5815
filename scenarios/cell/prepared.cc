/// The programs of checked cells.
#include <numeric>

#include "algorithms/instance.h"
#include "algorithms/operations/operations_program.h"
#include "algorithms/operations/schedule_program.h"
#include "algorithms/plan/lower.h"
#include "scenarios/cell/validate.h"
#include "scenarios/spec/plan_program.h"

namespace orrery::inline cell {

std::unique_ptr<Program> Prepared::program() const {
  if (!operations.empty()) return std::make_unique<OperationsProgram>(operations);
  if (algorithm == nullptr && runs_plan(spec) && spec.payload != PayloadKind::kGhost)
    return std::make_unique<PlanProgram>(std::make_unique<const LoweredPlan>(lowered_plan(spec)),
                                         find_op(spec.op, spec.datatype).element_bytes);
  if (algorithm == nullptr)
    return std::make_unique<ScheduleProgram>(*schedule_of(spec)->program, spec.costs.gamma);
  if (const Origin* const origin = origin_of(*algorithm))
    return origin->program(*algorithm, problem);
  return std::make_unique<Instance>(*algorithm, problem);
}

Bytes Prepared::bytes_total() const {
  if (!operations.empty())
    return std::accumulate(
        operations.begin(), operations.end(), Bytes(0),
        [](Bytes sum, const GroupOperation& o) { return sum + o.bytes_total(); });
  return algorithm == nullptr ? Bytes(schedule_of(spec)->program->bytes)
                              : algorithm->bytes_total(problem);
}

}  // namespace orrery::inline cell
