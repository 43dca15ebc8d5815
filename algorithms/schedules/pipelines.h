#pragma once

#include "algorithms/schedules/block_plan.h"

/// Vectors that flow through chains, rings and trees block by block. Pure functions.
///
/// Letters  p ranks, r rank, v = (r - root) mod p virtual rank, n blocks.
namespace orrery {

/// Rank r adds its block to what comes from r - 1 and sends the sum on to r + 1. n + p - 2 rounds.
BlockPlan chain_scan(int p, int r, int n);
/// The chain p-1 -> ... -> 0 of virtual ranks. n + p - 2 rounds.
BlockPlan chain_reduce(int p, int root, int r, int n);
/// Sums go down the chain of ranks while results come up.
BlockPlan chain_allreduce(int p, int r, int n);
/// 2(n + p) - 3; 2(p - 1) for n = 1; n + 1 for p = 2.
int chain_allreduce_rounds(int p, int n);

/// n ring reduce-scatters, of the i-th segment of every block each, then one ring allgather.
/// (n + 1)(p - 1) rounds.
BlockPlan segmented_ring_allreduce(int p, int r, int n);

/// Two binary trees of half of the ranks each; both roots exchange what they have summed, and results follow the
/// sums in the opposite direction. Ref: J. L. Träff, "A Doubly-pipelined, Dual-root Reduction-to-all Algorithm
/// and Implementation", arXiv 2109.12626.
BlockPlan dual_root_allreduce(int p, int r, int n);
/// n + H, H being the largest depth; 0 for p = 1.
int dual_root_rounds(int p, int n);

/// Prefix sums over a binary tree (Brent and Kung): up over aligned groups of 2, 4, .. ranks, then down.
BlockPlan up_down_scan(int p, int r);
/// In round k every rank sends the sum that it has to r + 2^k (Hillis and Steele).
BlockPlan doubling_scan(int p, int r);

}  // namespace orrery
