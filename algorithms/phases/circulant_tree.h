#pragma once

#include "algorithms/phases/circulant.h"

/// Gather and scatter on the circulant graph: the reduce-scatter of all blocks to one rank, with
/// concatenation as the operator.
///
/// Ref      J. L. Träff, "Optimal, Non-pipelined Reduce-scatter and Allreduce Algorithms" (2024,
///          rev. 2025), Sec. 2 (specialisations).
/// Letters  p ranks, q rounds, s skip, d = (root - r) mod p distance to the root.
/// Round    In the round of s (see circulant::steps) every rank with lo <= d <= hi sends all its
///          data for the root to rank r + s, which is s nearer.
namespace orrery::inline algorithms {

/// The distances of the ranks whose blocks the rank at distance d collects, in order of arrival,
/// and the step in which it forwards them (steps.size() for the root).
struct CirculantSubtree {
  std::vector<int> distances;
  std::size_t sends = 0;
};
std::vector<CirculantSubtree> circulant_subtrees(std::span<const int> skips, int p);

void circulant_gather(Comm& c, const Call& call);
void circulant_scatter(Comm& c, const Call& call);

/// Numbers of blocks: sent by all ranks together, and by the busiest non-root rank in a gather.
struct CirculantTreeBlocks {
  explicit CirculantTreeBlocks(const Problem& x);
  std::int64_t total = 0, largest_subtree = 0;
  /// The most blocks that one rank sends in a scatter.
  std::int64_t busiest = 0;
};

/// Returns the time until the root has everything: blocks of `block` bytes, one port.
Time circulant_tree_time(const Problem& x, Bytes block);

}  // namespace orrery::inline algorithms
