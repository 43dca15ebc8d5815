#include "scenarios/document/plan_program.h"

#include <algorithm>

#include "algorithms/plan/check.h"
#include "scenarios/document/keys.h"
#include "scenarios/document/problem.h"
#include "scenarios/document/program_formats.h"

namespace orrery {
namespace {

/// Bytes of a plan's whole vector, the larger of input and output.
Bytes whole_vector(const RunSpec& spec, const Plan& plan) {
  return spec.bytes * (counts_parts(spec.collective) ? plan.setting.ranks : 1);
}

}  // namespace

bool runs_plan(const RunSpec& spec) {
  const bool runs_file = spec.algorithm.empty() || spec.algorithm == kNoAlgorithm;
  return runs_file && !spec.schedule_file.empty() &&
         holds_plan(found_file(spec, spec.schedule_file));
}

std::string_view collective_of(const Plan& plan) {
  const auto all = collectives();
  const bool ours = std::ranges::find(all, plan.demand->name, &Collective::name) != all.end();
  return ours && plan.demand->any_data ? plan.demand->name : kNoCollective;
}

std::shared_ptr<const Plan> plan_of(const RunSpec& spec) {
  const std::string file = found_file(spec, spec.schedule_file);
  std::shared_ptr<const Plan> plan = read_schedule(file).plan;
  if (plan->depends_on_bytes) plan = read_schedule(file, whole_vector(spec, *plan).count()).plan;
  if (!plan->demand->rooted || plan->root) return plan;
  const auto rooted = std::make_shared<Plan>(*plan);
  rooted->root = check(*plan).root;
  return rooted;
}

LoweredPlan lowered_plan(const RunSpec& spec) {
  const auto plan = plan_of(spec);
  return lowered(*plan, {whole_vector(spec, *plan), find_op(spec.op, spec.datatype).element_bytes,
                         spec.costs.gamma, spec.slices});
}

void complete_beside_plan(RunSpec& spec) {
  if (spec.algorithm == kNoAlgorithm || spec.schedule_file.empty() || spec.program != nullptr)
    return;
  const auto plan = read_schedule(found_file(spec, spec.schedule_file)).plan;
  if (spec.ranks == 0 && plan != nullptr) spec.ranks = plan->setting.ranks;
  spec.schedule_file.clear();
}

}  // namespace orrery
