#pragma once

#include <functional>

#include "algorithms/algorithm.h"

/// The choice of the number of blocks in pipelined algorithms.
namespace orrery::inline algorithms {

inline constexpr int kMostBlocks = 65536;  ///< with α = 0 the best would be one block for each
                                           ///< element

/// Returns the completion time of a problem cut into n blocks, in picoseconds.
using PipelineTime = std::function<double(int n)>;

/// Returns the n within 1 .. most that minimises `time`: exact for n <= 8; beyond, a grid of
/// factors 9/8 and then every n around its best points. `time` may be jagged, as blocks are whole
/// elements, but must broadly fall and then rise. Calls `time` once for each tried n: 8 log2 most
/// times for the grid, then best/4 times for each of the best three.
int best_pipeline(int most, const PipelineTime& time);

/// Returns the most blocks worth trying if n blocks take at most rounds + each n rounds of α + m/n
/// (β + γ): four times the optimum of that formula, within 8 .. min(m, 65536).
int pipeline_limit(const Problem& x, double each, double rounds);

/// Returns α + (β + γ) of one block of `elements`, γ only if `reduces`; 0 for an empty block.
double block_time(const Problem& x, std::int64_t elements, bool reduces);

/// Returns Σ of block_time over all blocks of a vector cut into n.
double blocks_time(const Problem& x, int n, bool reduces);

/// Returns whether sends and receives of a host take turns on one port.
bool takes_turns(const Problem& x);

using PipelineRounds = std::int64_t (*)(const Problem&, int n);

/// Returns rounds(x, n) (α + ceil(m/n) β).
Time pipeline_time(const Problem& x, int n, PipelineRounds rounds);

/// Returns x.blocks, or the best, which is cached for the next call with the same problem.
int pipeline_blocks(const Problem& x, const Function<int(const Problem&)>& best);

}  // namespace orrery::inline algorithms
