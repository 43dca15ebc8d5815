#pragma once

#include <memory>

#include "algorithms/plan/lower.h"
#include "algorithms/plan/plan.h"
#include "scenarios/spec/scenario.h"

/// Cells that run a plan of a collective, which their schedule's file holds: the program follows from it and from the
/// cell's bytes.
namespace orrery {

/// Whether the cell's file holds a plan, and that is what runs.
bool runs_plan(const RunSpec& spec);

/// "allgather", or kNoCollective where a plan is for none of ours.
std::string_view collective_of(const Plan& plan);

/// The plan with what its file leaves open: the root, and what depends on the bytes. REQUIRES runs_plan. THROWS
/// InputError.
std::shared_ptr<const Plan> plan_of(const RunSpec& spec);

/// Its operations. REQUIRES runs_plan, ranks, an operator that exists. THROWS std::exception.
LoweredPlan lowered_plan(const RunSpec& spec);
/// The graph of these. REQUIRES and THROWS as that.
std::shared_ptr<const Schedule> graph_of_plan(const RunSpec& spec);

/// A cell whose algorithm runs beside a plan has the plan's ranks, and no more of its file.
void complete_beside_plan(RunSpec& spec);

}  // namespace orrery
