#pragma once

#include "algorithms/schedules/block_plan.h"

/// PAT: allgather and reduce-scatter over shifted binomial trees, for any number of ranks. Pure functions.
///
/// Ref      S. Jeaugey, "PAT: a new algorithm for all-gather and reduce-scatter operations at scale",
///          arXiv 2506.20252; as NCCL runs it.
/// Letters  p ranks, q = ceil(log2 p), r rank, b block, A aggregation: the most blocks that a rank handles in one
///          step, a power of two, 1 <= A <= 2^(q-1), D = 2^q / A.
/// Room     at most A log2 D blocks on their way through a rank; half as many partial sums (rounded up).
///
/// Every block travels its own binomial tree, shifted: rank r is at offset s = (b - r) mod p, and its parent at s
/// without its lowest set bit. The far part takes the log2 A longest distances, many blocks at once; the near part
/// walks the rest of the tree, offset by offset, for all blocks D apart.
namespace orrery::pat {

/// Returns A for Problem::aggregation: the largest power of two up to it, within 1 .. 2^(q-1); 0
/// stands for the largest.
int aggregation(int p, int wanted);
/// Returns the number of rounds: log2 A + D - 1 for A >= 2; p - 1 for A = 1.
int rounds(int p, int A);
BlockPlan allgather(int p, int r, int A);
BlockPlan reduce_scatter(int p, int r, int A);

}  // namespace orrery::pat
