#pragma once

#include "algorithms/common/pipeline.h"

/// The number of blocks and the radix with which an algorithm takes the least time.
namespace orrery {

/// The n within 1 .. most that `a` takes the least time with, by `model`, which knows fully connected
/// ranks that send and receive at once. On all other networks numbers around that n are run with sizes
/// only, nearer and nearer, and the best of them is taken; they send 200,000 messages at most in all,
/// and where a few of them would send more than that the model's n stands. Not from within a run.
int fastest_blocks(const Algorithm& a, const Problem& x, int most, const PipelineTime& model);

/// The n for an algorithm that takes rounds(x, n) rounds in which a rank passes on 1/(parts n) of the
/// vector, and adds it if it `reduces`. Rounds overlap, so that this is no more than where the runs of
/// fastest_blocks begin, on any network.
int fastest_blocks_in_rounds(const Algorithm& a, const Problem& x, PipelineRounds rounds, int parts,
                             bool reduces);

/// The radix k that `a` takes the least time with, the smallest of several: of all 2 .. max(p, 2) that it does
/// not refuse, or, where these would be too many to look at, of 2 .. 32 and those with p = k^i or just below. Its
/// `time` decides where that is the time of a run, or nothing is known of the network; elsewhere each is run with
/// sizes only. Kept for the next question about the same problem. Not from within a run. REQUIRES a.radixed.
int best_radix(const Algorithm& a, const Problem& x);

/// Completion time of `a` on x.network in picoseconds, run with sizes only and protocol sync. Not from
/// within a run. REQUIRES x.network, !refusal(a, x).
double emulated_time(const Algorithm& a, const Problem& x);

}  // namespace orrery
