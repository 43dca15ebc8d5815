#pragma once

#include <cstdint>

#include "algorithms/schedules/circulant.h"

/// The paper's own construction of the schedules, to compare circulant.h with: in each round the
/// largest block that a search in ranges of baseblocks finds.
///
/// Ref      J. L. Träff, "(Poly)Logarithmic Time Construction of Round-optimal n-Block Broadcast
///          Schedules for Broadcast and irregular Allgather in MPI" (2022/2023), Alg. 3-5.
/// Letters  as in circulant.h; B the blocks that r has, U those in a range of processors.
namespace orrery::circulant {

/// Alg. 3: the baseblocks of processors a, a+1, ..., b (cyclic: a may be negative, b may pass p),
/// the root left out, as a set of bits. O(log p). REQUIRES a <= b, b - a < p, -p <= a < p.
/// p = 9: range_blocks(4, 6) = {0, 3}.
std::uint32_t range_blocks(const Skips& skips, int a, int b);

/// Alg. 4: what r receives in round k from skips.from(r, k). O(log^2 p): at most two ranges a round.
/// The paper argues that a new block is found in every round; its proof is a sketch (Lemma 2).
/// `steps`, if given, is set to the steps that it took: skips looked at in all ranges searched.
Schedule greedy_receive_schedule(const Skips& skips, int r, int* steps = nullptr);

/// Alg. 5: what r sends in round k to skips.to(r, k): what that one receives. O(log^3 p).
Schedule greedy_send_schedule(const Skips& skips, int r, int* steps = nullptr);

}  // namespace orrery::circulant
