#pragma once

#include <cstdint>
#include <optional>

#include "algorithms/plan/plan.h"

namespace orrery {

struct PlanCheck {
  std::optional<bool> verified;    ///< nothing where nothing is demanded
  std::int32_t longest_chain = 0;  ///< messages that data went through, one after the other
  std::int32_t root = -1;          ///< of a rooted collective: given, or for which it holds
  /// What is wrong: kDeadlock, kRace, kUndefined or kResult, the first of these that there is; kStructure where
  /// there are more chunks than fit into memory.
  std::optional<PlanError> error;
};

/// Proves that whatever the time that anything takes `plan` ends, no two accesses to a chunk race, nothing is
/// read before it is written (where it is known which memory that is), and every rank has what the collective demands, in place, out of place, or both as
/// the plan says.
PlanCheck check(const Plan& plan);

}  // namespace orrery
