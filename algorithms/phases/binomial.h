#pragma once

#include "algorithms/phases/block_sets.h"

/// Scatter and gather over a binomial tree.
///
/// Letters  p ranks, q = ceil(log2 p), v = (r - root) mod p virtual rank, k round, d distance. The
/// subtree of v in a round with distance d is v .. v + d - 1.
namespace orrery::inline algorithms {

/// Scatters in q rounds from `round` on. In round k, d = 2^(q-1-k): every v that is a multiple of
/// 2d sends the blocks of v + d .. v + 2d - 1 to v + d. Starts with all blocks at the root, ends
/// with block r at rank r. Time q α + (p-1)/p m β when p is a power of two.
void binomial_scatter(Comm& c, const CyclicBlocks& B, int root, int round);

/// Runs the rounds of binomial_scatter backwards; ends with all blocks at the root.
void binomial_gather(Comm& c, const CyclicBlocks& B, int root, int round);

/// Returns the bytes of all messages: every block travels over each level of the tree above its
/// rank.
Bytes binomial_bytes(const Problem& x, const Partition& partition);
/// Returns the bytes that the root sends in a scatter, and the most that one rank sends in a gather.
Bytes binomial_bytes_root(const Problem& x, const Partition& partition);
Bytes binomial_bytes_child(const Problem& x, const Partition& partition);
/// Returns the sum over the root's rounds: messages of at most d blocks of `block` bytes each.
Time binomial_time(const Problem& x, Bytes block);

}  // namespace orrery::inline algorithms
