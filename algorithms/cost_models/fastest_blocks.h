#pragma once

#include "algorithms/common/pipeline.h"

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

}  // namespace orrery
