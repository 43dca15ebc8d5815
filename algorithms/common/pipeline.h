#pragma once

#include "algorithms/algorithm.h"

/// Choosing the number of blocks of pipelined algorithms: those whose n blocks take rounds(x, n)
/// rounds of α + m/n β, where rounds grows by the same amount with every block.
namespace orrery {

using PipelineRounds = std::int64_t (*)(const Problem&, int n);

/// rounds(x, n) (α + ceil(m/n) β).
Time pipeline_time(const Problem& x, int n, PipelineRounds rounds);

/// The n within 1 .. min(m, 65536) that minimises pipeline_time around the analytic optimum: with a
/// + c n rounds it is sqrt(a m β / (c α)).
int best_pipeline(const Problem& x, PipelineRounds rounds);

/// x.blocks, or the best.
inline int pipeline_blocks(const Problem& x, PipelineRounds rounds) {
  return x.blocks > 0 ? x.blocks : best_pipeline(x, rounds);
}

}  // namespace orrery
