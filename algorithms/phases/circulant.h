#pragma once

#include "algorithms/common/skips.h"
#include "algorithms/phases/block_sets.h"

/// Reduce-scatter and allgather on the circulant graph.
///
/// Ref      J. L. Träff, "Optimal, Non-pipelined Reduce-scatter and Allreduce Algorithms" (2024,
///          rev. 2025), Alg. 1 and 2; the allgather is also Alg. 7 of "(Poly)Logarithmic Time
///          Construction of Round-optimal n-Block Broadcast Schedules" (2023).
///          (2023) too.
/// Letters  p ranks, q rounds (ceil(log2 p) with halving skips), r own rank, s skip,
///          R[i] = B(r + i).
namespace orrery::inline algorithms {

/// Runs one round for each skip, from `round` on: R[lo .. hi] go to rank r + s, and the blocks from
/// rank r - s are added to R[lo-s .. hi-s] (see circulant::steps). Ends with block r complete. The
/// paper works on a rotated copy of the vector; here blocks are numbered cyclically instead, which
/// saves its m γ. Time q α + (p-1)/p m (β + γ) when p divides m.
void circulant_reduce_scatter(Comm& c, const CyclicBlocks& B, std::span<const int> skips,
                              int round);

/// Runs a reduce-scatter with skips p-1, p-2, ..., 1 that adds up in the order of ranks. Blocks
/// from ranks r+1, ..., p-1, 0, ..., r-1 arrive in turn; they are added after block r up to rank
/// p-1, the rest after the block of rank 0; in the end the two sums are joined. The number of
/// reductions stays the same, but two of them follow the last message.
void ordered_reduce_scatter(Comm& c, const CyclicBlocks& B, int round);

/// Runs circulant_reduce_scatter if the operator commutes, else ordered_reduce_scatter.
void reduce_scatter_with_skips(Comm& c, const Call& call, int round);

/// Runs the rounds of the reduce-scatter backwards: R[lo-s .. hi-s] go to rank r - s, R[lo .. hi]
/// come from rank r + s. A rank starts with block r and ends with all.
void circulant_allgather(Comm& c, const CyclicBlocks& B, std::span<const int> skips, int round);

/// Returns the time of one of them on p ranks with blocks of `block` bytes: Σ over rounds of a
/// message and, with `reduce`, a reduction; one more in the end of ordered_reduce_scatter if p > 2.
Time circulant_time(const Problem& x, Bytes block, bool reduce);
/// Returns the paper's words for round k of the reduce-scatter, or (`reduce` false) of the
/// allgather.
RoundWords circulant_words(const Problem& x, int k, bool reduce);
/// Returns the skips of the pattern in `x`.
std::vector<int> skips_of(const Problem& x);
/// Returns the reason why x.skips cannot be used, or nothing.
std::optional<std::string> bad_skips(const Problem& x);
/// Returns the reason why a reduction cannot use them, or nothing: an operator that does not
/// commute needs linear skips.
std::optional<std::string> bad_reduction_skips(const Problem& x);
/// Returns the bytes that rank r sends in a reduce-scatter (every block but its own once) or an
/// allgather.
Bytes circulant_bytes(const Problem& x, const Partition& partition, int r, bool allgather);

}  // namespace orrery::inline algorithms
