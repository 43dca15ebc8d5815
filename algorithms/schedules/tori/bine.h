#pragma once

#include "algorithms/schedules/trees/rooted_tree.h"

/// Bine trees and butterflies: binomial ones whose partners alternate between both sides. Pure
/// functions.
///
/// Ref      D. De Sensi et al., "Bine Trees: Enhancing Collective Operations by Optimizing Communication
///          Locality", SC'25, arXiv 2508.17311.
/// Letters  p ranks, q = ceil(log2 p), r rank, v = (r - root) mod p virtual rank, j index of
///          a distance ρ(j) = 1, -1, 3, -5, ..., i round, π(r, j) the partner of r (see Pairs: it
///          is Swing's), ν the position, I(r, s) the blocks that r holds before step s.
namespace orrery::bine {

/// The order of distances in time.
enum class Distances {
  kDoubling,  ///< j = i: near first
  kHalving    ///< j = q-1-i: far first
};

/// Returns π(r, j) for even p.
int partner(int r, int j, int p);

/// Returns ν(v), 0 <= ν < 2^q: q digits of the Gray code of a negabinary number, backwards; the
/// smallest where several numbers stand for v. For p = 2^q it is a permutation: ν(r) and ν(π(r, j))
/// agree in the top j bits and differ in the next one. REQUIRES p even, or p = 1.
int position(int v, int p);
/// Returns the rank with that position. REQUIRES p = 2^q.
int rank_at(int position, int p);

/// Builds the tree of virtual ranks, for any p: in round i all ranks already in the tree reach
/// their partners of distance j. With p odd it is the tree of p - 1, and v = p-1 hangs below 0 in
/// one more round.
RootedTree tree(int p, Distances order);

/// Returns the circular interval I(r, s): r + [lo, hi] for even r, r - [lo, hi] for odd r, 2^s
/// ranks. Ascending.
std::vector<int> interval(int r, int s, int p);

/// Gathers with distances halving: in step j a rank gives its partner the blocks b with T = j,
/// where T belongs to the distance from b. p even. Most data go to near ranks.
BlockPlan allgather_near(int p, int r);
/// Gathers with distances doubling: a rank gives its whole interval, or the part that the partner
/// lacks. p even. Every message is one run of ranks, or two.
BlockPlan allgather_far(int p, int r);
/// Runs allgather_near on positions, p = 2^q: position k holds block k, hence every block first
/// goes to its position. The second function is its reduce-scatter: every block goes from there to
/// its rank at the end.
BlockPlan allgather_near_sent(int p, int r);

BlockPlan reduce_scatter_near_sent(int p, int r);

/// Reduces P = 2^floor(log2 p) pieces at their positions: the near reduce-scatter, then the
/// allgather backwards. With e = p - P > 0 surplus ranks, rank 2i < 2e first gives its vector to
/// rank 2i + 1, and gets the result from it in the end.
BlockPlan allreduce(int p, int r);

/// Runs `allreduce` with the messages of the reduce-scatter in pieces: n in the first step; a
/// message of half the size has half as many, rounded up. Folded vectors go as a whole.
BlockPlan segmented_allreduce(int p, int r, int n);

/// Broadcasts in two phases, p = 2^q: a scatter down one tree, then the allgather of the other
/// order, without the blocks that would return to the parent. Pieces are positions if the scatter
/// is doubling, and virtual ranks otherwise.
BlockPlan broadcast(int p, int root, int r, Distances scatter);
/// Reduces in two phases, p = 2^q: reduce-scatter, then the gather of the other order.
BlockPlan reduce(int p, int root, int r, Distances reduce_scatter);

/// Exchanges all to all, p = 2^q: in step j a rank forwards all blocks whose destination's position
/// agrees with that of the partner in the top j + 1 bits. Block s p + d goes from s to d.
BlockPlan alltoall(int p, int r);

}  // namespace orrery::bine
