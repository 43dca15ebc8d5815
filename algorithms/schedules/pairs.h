#pragma once

#include "algorithms/schedules/block_plan.h"

/// All-to-alls in which every block goes straight to where it belongs. Pure functions; letters: p ranks, r own rank.
namespace orrery::pairs {

/// Messages go `at_once` at a time, in rounds: those to r + k while those from r - k come, k = 1 .. p-1.
BlockPlan shifted(int p, int r, int at_once);
/// Whom ranks send to and receive from is counted from themselves on, k = 0 .. p-1, and at_once of these numbers are a
/// round: they send to r - k and receive from r + k. A rank's own block is copied all the same.
BlockPlan scattered(int p, int r, int at_once);

}  // namespace orrery::pairs
