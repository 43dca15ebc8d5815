#pragma once

#include <memory>

#include "algorithms/plan/lower.h"
#include "algorithms/plan/plan.h"
#include "scenarios/spec/scenario.h"

/// Cells that run a plan of a collective from their schedule's file: the program follows from the
/// plan and the cell's bytes.
namespace orrery::inline spec {

/// Returns whether the cell's file holds a plan and the cell runs it.
bool runs_plan(const RunSpec& spec);

/// Returns the plan's collective, such as "allgather"; kNoCollective if Orrery does not have it.
std::string_view collective_of(const Plan& plan);

/// Returns the plan, completed where its file leaves open the root and parts that depend on the
/// bytes. REQUIRES runs_plan. THROWS InputError.
std::shared_ptr<const Plan> plan_of(const RunSpec& spec);

/// Returns the plan's operations. REQUIRES runs_plan, ranks, an operator that exists. THROWS
/// std::exception.
LoweredPlan lowered_plan(const RunSpec& spec);
/// Returns the graph of these operations. REQUIRES and THROWS as lowered_plan().
std::shared_ptr<const Schedule> graph_of_plan(const RunSpec& spec);

/// Completes a cell whose algorithm runs besides a plan: takes only the number of ranks from the
/// plan's file.
void complete_beside_plan(RunSpec& spec);

}  // namespace orrery::inline spec
