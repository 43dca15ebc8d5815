#pragma once

#include <functional>

#include "algorithms/algorithm.h"

/// Choosing the number of blocks of pipelined algorithms.
namespace orrery {

inline constexpr int kMostBlocks = 65536;  ///< α = 0 would ask for one block for each element

/// Completion time of a problem cut into n blocks, in picoseconds.
using PipelineTime = std::function<double(int n)>;

/// The n within 1 .. most that minimises `time`: exact for n <= 8; beyond, a grid of factors 9/8 and
/// then every n around the best points of it. `time` may be jagged, as blocks are whole elements,
/// but must fall and rise again by and large. `time` is called once for each n that is looked at:
/// 8 log2 most times for the grid, then best/4 times for each of the best three.
int best_pipeline(int most, const PipelineTime& time);

/// The most blocks worth a thought where n blocks take at most rounds + each n rounds of
/// α + m/n (β + γ): four times the optimum of that formula, within 8 .. min(m, 65536).
int pipeline_limit(const Problem& x, double each, double rounds);

/// α + (β + γ) of one block of `elements`, γ only if `reduces`; nothing for an empty block.
double block_time(const Problem& x, std::int64_t elements, bool reduces);

/// Σ of block_time over all blocks of a vector cut into n.
double blocks_time(const Problem& x, int n, bool reduces);

/// True if what a host sends and what it receives go through one port in turn.
bool takes_turns(const Problem& x);

using PipelineRounds = std::int64_t (*)(const Problem&, int n);

/// rounds(x, n) (α + ceil(m/n) β).
Time pipeline_time(const Problem& x, int n, PipelineRounds rounds);

/// x.blocks, or the best, which is kept for the next question about the same problem.
int pipeline_blocks(const Problem& x, const Function<int(const Problem&)>& best);

}  // namespace orrery
