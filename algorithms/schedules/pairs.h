#pragma once

#include "algorithms/schedules/block_plan.h"

/// All-to-alls in which every block goes directly to its destination. Pure functions; letters: p
/// ranks, r own rank.
namespace orrery::pairs {

/// Sends to r + k while receiving from r - k, k = 1 .. p-1; `at_once` values of k form a round.
BlockPlan shifted(int p, int r, int at_once);
/// Sends to r - k while receiving from r + k, k = 0 .. p-1; `at_once` values of k form a round. The
/// own block (k = 0) is copied as well.
BlockPlan scattered(int p, int r, int at_once);

}  // namespace orrery::pairs
