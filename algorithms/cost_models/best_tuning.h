#pragma once

#include "algorithms/common/pipeline.h"

/// The number of blocks and the radix with the least time of an algorithm.
namespace orrery::inline algorithms {

/// Returns the n within 1 .. most with the least time of `a`, by `model`, which assumes fully
/// connected ranks that send and receive concurrently. On all other networks it runs numbers around
/// that n with sizes only, closer and closer, and returns the best; the runs send at most 200,000
/// messages in all, and if a few of them would send more than that, the model's n is returned. Not
/// from within a run.
int fastest_blocks(const Algorithm& a, const Problem& x, int most, const PipelineTime& model);

/// Returns the n for an algorithm that takes rounds(x, n) rounds in which a rank passes on 1/(parts
/// n) of the vector, and adds it if it `reduces`. Rounds overlap, so on any network the model is
/// only the starting point of fastest_blocks.
int fastest_blocks_in_rounds(const Algorithm& a, const Problem& x, PipelineRounds rounds, int parts,
                             bool reduces);

/// Returns the radix k with the least time of `a`, the smallest of several: among all 2 .. max(p,
/// 2) that it does not refuse, or, if these are too many, among 2 .. 32 and those with p = k^i or
/// just below. Its `time` decides if that is the time of a run, or if the network is unknown;
/// elsewhere each k is run with sizes only. Caches the last answer. Not from within a run. REQUIRES
/// a.radixed.
int best_radix(const Algorithm& a, const Problem& x);

/// Returns the completion time of `a` on x.network in picoseconds, run with sizes only and protocol
/// sync. Not from within a run. REQUIRES x.network, !refusal(a, x).
double emulated_time(const Algorithm& a, const Problem& x);

}  // namespace orrery::inline algorithms
