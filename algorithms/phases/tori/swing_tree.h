#pragma once

#include "algorithms/phases/tori/torus_halves.h"

/// Swing for rooted collectives: the route of contributions to the root's block in a reduce-scatter
/// is a binomial tree (De Sensi et al., NSDI 2024, Sec. 2.1: where binomial trees can be used). One
/// tree for each port, each for a part of the vector.
namespace orrery::inline algorithms {

/// Sends partial sums up the trees: swing_steps rounds. The root's v is the result; the other
/// ranks' is partly summed.
void swing_reduce(Comm& c, const Call& call);
/// Sends the vector down the trees, the most distant ranks first.
void swing_broadcast(Comm& c, const Call& call);

std::int64_t swing_tree_rounds(const Problem& x);
/// Returns the most bytes that one rank sends.
Bytes swing_reduce_most(const Problem& x);
Bytes swing_broadcast_most(const Problem& x);
/// Returns the time of one tree after the other, when 2D divides m.
Time swing_tree_time(const Problem& x, bool reduce);

}  // namespace orrery::inline algorithms
