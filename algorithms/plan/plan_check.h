#pragma once

#include <cstdint>
#include <optional>

#include "algorithms/plan/plan.h"

namespace orrery::inline algorithms {

struct PlanCheck {
  std::optional<bool> verified;    ///< nullopt without a demand
  std::int32_t longest_chain = 0;  ///< length of the longest chain of messages of any data
  std::int32_t root = -1;          ///< of a rooted collective: given, or the one that verifies
  /// The first fault in this order: kDeadlock, kRace, kUndefined, kResult; kStructure if there are
  /// more chunks than fit into memory.
  std::optional<PlanError> error;
};

/// Proves that, independent of all times, `plan` ends, no two accesses to a chunk race, no chunk is
/// read before it is written (if the memory is known), and every rank has the results that the
/// collective demands, in place, out of place, or both, as the plan states.
PlanCheck check(const Plan& plan);

}  // namespace orrery::inline algorithms
