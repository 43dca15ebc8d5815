#pragma once

#include "algorithms/schedules/block_plan.h"

/// Vectors that flow through chains, rings and trees block by block. Pure functions.
///
/// Letters  p ranks, r rank, v = (r - root) mod p virtual rank, n blocks.
namespace orrery::inline algorithms {

/// Adds rank r's block to the one from r - 1 and sends the sum to r + 1. n + p - 2 rounds.
BlockPlan chain_scan(int p, int r, int n);
/// Reduces along the chain p-1 -> ... -> 0 of virtual ranks. n + p - 2 rounds.
BlockPlan chain_reduce(int p, int root, int r, int n);
/// Sends sums down the chain of ranks while results come up.
BlockPlan chain_allreduce(int p, int r, int n);
/// Returns 2(n + p) - 3; 2(p - 1) for n = 1; n + 1 for p = 2.
int chain_allreduce_rounds(int p, int n);

/// Runs n ring reduce-scatters, each on the i-th segment of every block, then one ring allgather.
/// (n + 1)(p - 1) rounds.
BlockPlan segmented_ring_allreduce(int p, int r, int n);

/// Sums up two binary trees of half of the ranks each; both roots exchange their sums, and results
/// follow the sums in the opposite direction. Ref: J. L. Träff, "A Doubly-pipelined, Dual-root
/// Reduction-to-all Algorithm and Implementation", arXiv 2109.12626.
BlockPlan dual_root_allreduce(int p, int r, int n);
/// Returns n + H, H being the largest depth; 0 for p = 1.
int dual_root_rounds(int p, int n);

/// Sums prefixes over a binary tree (Brent and Kung): up over aligned groups of 2, 4, .. ranks,
/// then down.
BlockPlan up_down_scan(int p, int r);
/// Sends the current sum of every rank to r + 2^k in round k (Hillis and Steele).
BlockPlan doubling_scan(int p, int r);

}  // namespace orrery::inline algorithms
