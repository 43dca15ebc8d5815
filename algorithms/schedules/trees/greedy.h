#pragma once

#include <cstdint>

#include "algorithms/schedules/circulant.h"

/// The paper's own construction of the schedules, for comparison with circulant.h: each round gets
/// the largest block that a search in ranges of baseblocks finds.
///
/// Ref      J. L. Träff, "(Poly)Logarithmic Time Construction of Round-optimal n-Block Broadcast
///          Schedules for Broadcast and irregular Allgather in MPI" (2022/2023), Alg. 3-5.
/// Letters  as in circulant.h; B the blocks that r has, U those in a range of processors.
namespace orrery::circulant {

/// Returns the baseblocks of processors a, a+1, ..., b (Alg. 3; cyclic: a may be negative, b may
/// exceed p), without the root, as a set of bits. O(log p). REQUIRES a <= b, b - a < p, -p <= a <
/// p.
/// p = 9: range_blocks(4, 6) = {0, 3}.
std::uint32_t range_blocks(const Skips& skips, int a, int b);

/// Returns the block that r receives in each round k from skips.from(r, k) (Alg. 4). O(log^2 p): at
/// most two ranges a round. The paper argues that every round finds a new block; its proof is a
/// sketch (Lemma 2). Sets `steps`, if given, to the steps taken: skips looked at in all ranges
/// searched.
Schedule greedy_receive_schedule(const Skips& skips, int r, int* steps = nullptr);

/// Returns the block that r sends in each round k to skips.to(r, k), from the receiver's schedule
/// (Alg. 5). O(log^3 p).
Schedule greedy_send_schedule(const Skips& skips, int r, int* steps = nullptr);

}  // namespace orrery::circulant
