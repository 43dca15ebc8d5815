#include "scenarios/spec/plan_program.h"

#include <algorithm>
#include <mutex>

#include "algorithms/plan/plan_check.h"
#include "scenarios/spec/problem.h"
#include "scenarios/spec/schedule_format.h"

namespace orrery::inline spec {
namespace {

/// Returns the bytes of a plan's whole vector, the larger of input and output.
Bytes whole_vector(const RunSpec& spec, const Plan& plan) {
  return spec.bytes * (counts_parts(spec.collective) ? plan.setting.ranks : 1);
}

PlanCosts costs_of(const RunSpec& spec, const Plan& plan) {
  return {whole_vector(spec, plan), find_op(spec.op, spec.datatype).element_bytes, spec.costs.gamma,
          spec.slices};
}

/// Returns the plan with the root for which it verifies. Keeps the last one: a cell needs it
/// several times.
std::shared_ptr<const Plan> with_root(const std::shared_ptr<const Plan>& plan) {
  static std::mutex mutex;
  static std::shared_ptr<const Plan> kept_of, kept;
  const std::scoped_lock lock(mutex);
  if (kept_of != plan) {
    const auto rooted = std::make_shared<Plan>(*plan);
    rooted->root = check(*plan).root;
    kept = rooted;
    kept_of = plan;
  }
  return kept;
}

}  // namespace

bool runs_plan(const RunSpec& spec) {
  const bool runs_file = spec.algorithm.empty() || spec.algorithm == kNoAlgorithm;
  return runs_file && schedule_of(spec) != nullptr && schedule_of(spec)->plan != nullptr;
}

std::string_view collective_of(const Plan& plan) {
  const auto all = collectives();
  const bool ours = std::ranges::find(all, plan.demand->name, &Collective::name) != all.end();
  return ours && plan.demand->any_data ? plan.demand->name : kNoCollective;
}

std::shared_ptr<const Plan> plan_of(const RunSpec& spec) {
  const ScheduleRun& run = std::get<ScheduleRun>(spec.runs);
  std::shared_ptr<const Plan> plan = run.plan;
  if (plan->depends_on_bytes)
    plan = read_schedule(*run.format, found_file(spec, run.file), whole_vector(spec, *plan).count())
               .plan;
  if (!plan->demand->rooted || plan->root) return plan;
  return with_root(plan);
}

LoweredPlan lowered_plan(const RunSpec& spec) {
  const auto plan = plan_of(spec);
  return lowered(*plan, costs_of(spec, *plan));
}

/// Keeps the last graph as long as a cell has it, so that completing a cell again does not make it
/// again.
std::shared_ptr<const Schedule> graph_of_plan(const RunSpec& spec) {
  static std::mutex mutex;
  static std::weak_ptr<const Schedule> last;
  static std::weak_ptr<const Plan> last_plan;
  static PlanCosts last_costs;
  const auto plan = plan_of(spec);
  const PlanCosts costs = costs_of(spec, *plan);
  {
    const std::scoped_lock lock(mutex);
    if (const auto known = last.lock(); known && last_plan.lock() == plan && last_costs == costs)
      return known;
  }
  const auto graph = std::make_shared<const Schedule>(operations_of(*plan, costs));
  const std::scoped_lock lock(mutex);
  last = graph, last_plan = plan, last_costs = costs;
  return graph;
}

void complete_beside_plan(RunSpec& spec) {
  const ScheduleRun* const run = schedule_of(spec);
  if (spec.algorithm == kNoAlgorithm || run == nullptr || run->program != nullptr) return;
  if (spec.ranks == 0) spec.ranks = run->plan->setting.ranks;
  spec.runs = CollectiveRun();
}

}  // namespace orrery::inline spec
