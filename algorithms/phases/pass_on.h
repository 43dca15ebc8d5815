#pragma once

#include "algorithms/algorithm.h"
#include "algorithms/schedules/block_plan.h"

namespace orrery::inline algorithms {

/// Runs an all-to-all that follows a table (BlockPlan::kForAll): blocks pass from rank to rank
/// until they reach their destination. A block leaves from the first half of call.v or from its
/// waiting place; its last rank receives it into the second half. The own block is copied there
/// during the first messages. Messages of blocks without elements are sent only if the receiver
/// must be told (plan.size_bytes).
void pass_on(Comm& c, const BlockPlan& plan, const Call& call);

}  // namespace orrery::inline algorithms
