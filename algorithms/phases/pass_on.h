#pragma once

#include "algorithms/algorithm.h"
#include "algorithms/schedules/block_plan.h"

namespace orrery {

/// An all-to-all that follows a table (BlockPlan::kForAll): blocks are passed on from rank to rank until they are
/// where they belong. A block leaves from the first half of call.v or from where it waits, and its last rank
/// receives it into the second half; the own block is copied there while the first messages are under way. Messages of
/// blocks that have no elements are sent where the receiver must be told (plan.size_bytes), otherwise not.
void pass_on(Comm& c, const BlockPlan& plan, const Call& call);

}  // namespace orrery
