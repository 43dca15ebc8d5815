#pragma once

#include "algorithms/levels/rank_groups.h"
#include "algorithms/schedules/block_plan.h"

/// TuNA, irregular all-to-alls of radix k: messages with block sizes precede blocks that travel
/// together. Pure functions.
///
/// Ref      K. Fan et al., "Configurable Non-uniform All-to-all Algorithms", arXiv 2411.02581, 2024.
/// Letters  p ranks, r own rank, k radix; N nodes of s ranks, g node and i place of a rank.
namespace orrery::tuna {

/// Runs radix-k Bruck with sizes. Steps are rounds if `one_by_one`, otherwise those of one digit
/// are together.
BlockPlan alltoallv(int p, int r, int k, bool one_by_one);

/// Collects, inside each node, the blocks for the ranks with a certain place on all nodes at the
/// rank with that place. Then ranks with the same place exchange the blocks for each other's node,
/// one node in a round: as one message, or (`coalesced` false) each block on its own. REQUIRES
/// nodes of one size.
BlockPlan over_nodes(const RankGroups& nodes, int r, int k, bool coalesced, bool one_by_one);

}  // namespace orrery::tuna
