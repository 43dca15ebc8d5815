#pragma once

#include "algorithms/common/neighbors.h"
#include "algorithms/schedules/block_plan.h"

/// Neighbours in a grid exchange blocks. Pure functions; letters: r own rank, D dimensions, t neighbours, n_i the offset
/// of neighbour i.
///
/// What goes to a rank itself is copied when the messages are through, and steps without a message take no round.
namespace orrery::cartesian {

/// What a rank has: the same block for all neighbours, which is the first of 1 + t in its vector, or one for each, which
/// are the first t of 2t. The others are those from its neighbours.
enum class Blocks { kSameForAll, kOneForEach };

/// Every block straight to where it belongs, all in one round.
BlockPlan at_once(const Neighbors& near, Blocks blocks, int r);
/// One offset after the other: in round i those to n_i, while those from -n_i come.
BlockPlan in_turn(const Neighbors& near, Blocks blocks, int r);
/// Blocks go one step in each dimension in which their offset has one, the first dimension first: those of one direction
/// as one message, in a round of its own. A block that is the same for several neighbours goes a common way once.
BlockPlan combined(const Neighbors& near, Blocks blocks, int r);

}  // namespace orrery::cartesian
