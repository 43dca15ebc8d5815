#pragma once

#include "algorithms/common/neighbors.h"
#include "algorithms/schedules/block_plan.h"

/// Exchange of blocks between neighbours in a grid. Pure functions; letters: r own rank, D
/// dimensions, t neighbours, n_i the offset of neighbour i.
///
/// A rank copies its blocks for itself after the messages; steps without a message take no round.
namespace orrery::cartesian {

/// The blocks of a rank: the same for all neighbours, the first of 1 + t in its vector, or one for
/// each, the first t of 2t. The others come from its neighbours.
enum class Blocks { kSameForAll, kOneForEach };

/// Sends every block directly to its destination, all in one round.
BlockPlan at_once(const Neighbors& near, Blocks blocks, int r);
/// Exchanges one offset after the other: in round i blocks go to n_i and come from -n_i.
BlockPlan in_turn(const Neighbors& near, Blocks blocks, int r);
/// Moves blocks one step in each dimension in which their offset is not 0, the first dimension
/// first; those of one direction form one message, in a round of its own. A block for several
/// neighbours travels the common part of their routes once.
BlockPlan combined(const Neighbors& near, Blocks blocks, int r);

}  // namespace orrery::cartesian
