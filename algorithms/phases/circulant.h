#pragma once

#include "algorithms/common/skips.h"
#include "algorithms/phases/block_sets.h"

/// Reduce-scatter and allgather on the circulant graph.
///
/// Ref      J. L. Träff, "Optimal, Non-pipelined Reduce-scatter and Allreduce Algorithms" (2024,
/// rev. 2025), Alg. 1 and 2; the allgather is Alg. 7
///          of "(Poly)Logarithmic Time Construction of Round-optimal n-Block Broadcast Schedules"
///          (2023) too.
/// Letters  p ranks, q rounds (ceil(log2 p) with halving skips), r own rank, s skip, R[i] = B(r +
/// i).
namespace orrery {

/// One round for each skip, from `round` on: R[lo .. hi] go to rank r + s, and what comes from rank
/// r - s is added to R[lo-s .. hi-s] (see circulant::steps). Ends with block r complete. The paper
/// works on a rotated copy of the vector; here blocks are numbered cyclically instead, which saves
/// its m γ. Time q α + (p-1)/p m (β + γ) when p divides m.
void circulant_reduce_scatter(Comm& c, const CyclicBlocks& B, std::span<const int> skips,
                              int round);

/// A reduce-scatter with skips p-1, p-2, ..., 1 that adds up in the order of ranks: what comes, from
/// ranks r+1, ..., p-1, 0, ..., r-1 in turn, is added behind block r until the ranks begin again,
/// then behind what rank 0 sent; in the end the two sums are joined. There are as many reductions,
/// but two of them follow the last message.
void ordered_reduce_scatter(Comm& c, const CyclicBlocks& B, int round);

/// circulant_reduce_scatter for an operator that commutes, ordered_reduce_scatter for any other.
void reduce_scatter_with_skips(Comm& c, const Call& call, int round);

/// The rounds of the reduce-scatter backwards: R[lo-s .. hi-s] go to rank r - s, R[lo .. hi] come
/// from rank r + s. A rank starts with block r and ends with all.
void circulant_allgather(Comm& c, const CyclicBlocks& B, std::span<const int> skips, int round);

/// What one of them costs on p ranks that have blocks of `block` elements: Σ over rounds of a
/// message and, with `reduce`, a reduction; one more in the end of ordered_reduce_scatter if p > 2.
Time circulant_time(const Problem& x, Bytes block, bool reduce);
/// The paper's words for round k of the reduce-scatter, or (`reduce` false) of the allgather.
RoundWords circulant_words(const Problem& x, int k, bool reduce);
/// The skips that `x` asks for.
std::vector<int> skips_of(const Problem& x);
/// Why x.skips cannot be used, or nothing.
std::optional<std::string> bad_skips(const Problem& x);
/// Why a reduction cannot use them, or nothing: an operator that does not commute needs linear skips.
std::optional<std::string> bad_reduction_skips(const Problem& x);
/// Bytes that rank r sends in a reduce-scatter (every block but its own once) or an allgather.
Bytes circulant_bytes(const Problem& x, const Partition& partition, int r, bool allgather);

}  // namespace orrery
