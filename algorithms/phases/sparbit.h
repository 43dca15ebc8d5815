#pragma once

#include "algorithms/algorithm.h"
#include "algorithms/phases/blocks.h"

/// What the variants of Sparbit share. Letters: p ranks, q = ceil(log2 p) steps, r own rank.
namespace orrery {

/// How the blocks of a step travel.
enum class SparbitMessages {
  kSeparate,  ///< one message for each block, all in flight at once
  kJoined     ///< one message
};

/// q rounds from 0 on, one for each step of sparbit::steps. Every rank holds its own block before
/// and all blocks after.
void sparbit_allgather(Comm& c, const CyclicBlocks& B, SparbitMessages messages);

/// The paper's words for a step: "d = 4".
RoundWords sparbit_words(const Problem& x, int step);

}  // namespace orrery
