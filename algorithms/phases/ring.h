#pragma once

#include "algorithms/phases/blocks.h"

/// The two halves of ring algorithms. Letters: p ranks, r own rank, B(i) block i mod p, k round.
namespace orrery {

/// p - 1 rounds from `round` on. In round k rank r sends its partial sum of block own - 1 - k to
/// the right and adds what it receives to block own - 2 - k. Ends with block `own` complete, summed
/// in the order own, own + 1, ..., own - 1. `own` must grow by one from rank to rank. Time (p-1)(α
/// + m/p β + m/p γ) when p divides m.
void ring_reduce_scatter(Comm& c, const CyclicBlocks& B, int own, int round);

/// p - 1 rounds from `round` on. In round k rank r passes block own - k on to the right.
/// Time (p-1)(α + m/p β) when p divides m.
void ring_allgather(Comm& c, const CyclicBlocks& B, int own, int round);

/// Elements that the busiest rank sends in one of them: all but the smallest block that a rank does
/// not send.
std::int64_t all_but_smallest(const Partition& partition);

}  // namespace orrery
