#pragma once

#include "algorithms/phases/block_sets.h"

/// The two halves of ring algorithms. Letters: d nodes in the ring (p where all ranks form one), B(i)
/// block i mod d, k round.
namespace orrery::inline algorithms {

/// A rank's place in a ring.
struct Ring {
  int size = 1;
  int left = 0, right = 0;  ///< ranks; it sends to the right
};

/// Runs d - 1 rounds from `round` on. In round k the rank sends its partial sum of block own - 1 -
/// k to the right and adds the one it receives to block own - 2 - k. Ends with block `own`
/// complete, summed in the order own, own + 1, ..., own - 1. `own` must grow by one from rank to
/// rank. No block is longer than `longest` elements. Time (d-1)(α + m/d β + m/d γ) when d divides
/// m.
template <class Blocks>
void ring_reduce_scatter(Comm& c, const Ring& ring, const Blocks& B, std::int64_t longest, int own,
                         int round) {
  if (ring.size == 1) return;
  const Slice T = c.scratch(longest);
  for (int k = 0; k < ring.size - 1; ++k) {
    const Slice into = B(own - 2 - k), t = T.part(0, into.count());
    // The rank sends its partial sum of a block to the right, and adds its own share to the one
    // that comes from the left.
    c.round(round + k);
    c.sendrecv(B(own - 1 - k), ring.right, t, ring.left);
    c.reduce_front(into, t);
  }
}

/// Runs d - 1 rounds from `round` on. In round k the rank passes block own - k to the right.
/// Time (d-1)(α + m/d β) when d divides m.
template <class Blocks>
void ring_allgather(Comm& c, const Ring& ring, const Blocks& B, int own, int round) {
  for (int k = 0; k < ring.size - 1; ++k) {
    // The rank passes the block that came last on to the right, and receives the next one from the
    // left.
    c.round(round + k);
    c.sendrecv(B(own - k), ring.right, B(own - k - 1), ring.left);
  }
}

/// Run one half on the ring of all ranks in order.
void ring_reduce_scatter(Comm& c, const CyclicBlocks& B, int own, int round);
void ring_allgather(Comm& c, const CyclicBlocks& B, int own, int round);

/// Returns the bytes that the busiest rank sends in one half: all but the smallest block that a rank
/// does not send.
Bytes all_but_smallest(const Problem& x);

}  // namespace orrery::inline algorithms
