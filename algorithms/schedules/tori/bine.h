#pragma once

#include "algorithms/schedules/trees/rooted_tree.h"

/// Bine trees and butterflies: binomial ones whose partners are taken in turn from both sides. Pure functions.
///
/// Ref      D. De Sensi et al., "Bine Trees: Enhancing Collective Operations by Optimizing Communication
///          Locality", SC'25, arXiv 2508.17311.
/// Letters  p ranks, q = ceil(log2 p), r rank, v = (r - root) mod p virtual rank, j index of a distance
///          ρ(j) = 1, -1, 3, -5, ..., i round, π(r, j) the partner of r (see Pairs: it is Swing's), ν the
///          position, I(r, s) what r holds before step s.
namespace orrery::bine {

/// The order of distances in time.
enum class Distances {
  kDoubling,  ///< j = i: near first
  kHalving    ///< j = q-1-i: far first
};

/// π(r, j) for even p.
int partner(int r, int j, int p);

/// ν(v), 0 <= ν < 2^q: q digits of the Gray code of a negabinary number, backwards; the smallest where several
/// numbers stand for v. For p = 2^q a permutation: ν(r) and ν(π(r, j)) agree in the top j bits and differ in the
/// next one. REQUIRES p even, or p = 1.
int position(int v, int p);
/// The rank with that position. REQUIRES p = 2^q.
int rank_at(int position, int p);

/// The tree of virtual ranks, any p: in round i all that are in it reach their partners of distance j. With p odd
/// it is that of p - 1, and v = p-1 hangs below 0 in one more round.
RootedTree tree(int p, Distances order);

/// The circular interval I(r, s): r + [lo, hi] for even r, r - [lo, hi] for odd r, 2^s ranks. Ascending.
std::vector<int> interval(int r, int s, int p);

/// Allgather, distances halving: in step j a rank gives its partner the blocks b with T = j, where T belongs to
/// the distance from b. p even. Most data go to near ranks.
BlockPlan allgather_near(int p, int r);
/// Allgather, distances doubling: a rank gives its whole interval, or of it what the partner lacks. p even. Every
/// message is one run of ranks, or two.
BlockPlan allgather_far(int p, int r);
/// The first one on positions, p = 2^q: position k holds block k, hence every block first goes to its position; and
/// its reduce-scatter, in which every block goes from there to its rank at the end.
BlockPlan allgather_near_sent(int p, int r);

BlockPlan reduce_scatter_near_sent(int p, int r);

/// Allreduce of P = 2^floor(log2 p) pieces at their positions: the near reduce-scatter, then the allgather
/// backwards. With p - P = e ranks too many, rank 2i < 2e first leaves its vector to rank 2i + 1, and gets the
/// result from it in the end.
BlockPlan allreduce(int p, int r);

/// It with the messages of the reduce-scatter in pieces: n in the first step, and of half as much, rounded up, half as
/// many, rounded up. What is folded goes as a whole.
BlockPlan segmented_allreduce(int p, int r, int n);

/// Broadcast in two phases, p = 2^q: a scatter down one tree, then the allgather of the other order, without what
/// would go back to the parent. Pieces are positions if the scatter is doubling, and virtual ranks otherwise.
BlockPlan broadcast(int p, int root, int r, Distances scatter);
/// Reduce in two phases, p = 2^q: reduce-scatter, then the gather of the other order.
BlockPlan reduce(int p, int root, int r, Distances reduce_scatter);

/// All-to-all, p = 2^q: in step j a rank sends on all blocks whose destination's position agrees with that of the
/// partner in the top j + 1 bits. Block s p + d is that of s for d.
BlockPlan alltoall(int p, int r);

}  // namespace orrery::bine
