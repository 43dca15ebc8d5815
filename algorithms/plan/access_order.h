#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/plan/plan.h"

namespace orrery {

/// What has to wait for what so that no two accesses to a chunk race, where actions follow each other as in `order`:
/// for each action the last one of every other thread that it must not overtake, unless it follows from what its
/// thread has waited for before. In place, out of place, or both, as the plan says. REQUIRES that all of `order` reach
/// their own rank's memory only, those of a thread one after the other. THROWS PlanError as PlanMemory.
std::vector<Precedence> access_order(const Plan& plan, std::span<const std::int32_t> order);

}  // namespace orrery
