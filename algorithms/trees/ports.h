#pragma once

#include "algorithms/trees/construct.h"

/// Trees for ranks with k ports: up to k messages at once. Pure functions.
///
/// Ref    J. L. Träff, "On Optimal Trees for Irregular Gather and Scatter Collectives", IEEE TPDS
///        30(9), 2019, doi:10.1109/TPDS.2019.2899843: Sec. 2.3, Thm. 6 (NP-hard).
/// Model  As in completion_time.h, but a rank takes its children in sequence on the port that is
///        free first; its copy does not overlap its messages, so it needs all its ports. One port is
///        Eq. 1-2. Every schedule has an equally fast sequence: that of its starts.
namespace orrery::trees {

/// Returns the times with several ports. THROWS std::invalid_argument as the function for one port,
/// and for ports < 1.
Cost completion_time(const Tree& tree, const Blocks& blocks, const TreeCosts& costs, int ports);
std::vector<Cost> ready_times(const Tree& tree, const Blocks& blocks, const TreeCosts& costs,
                              int ports);

/// Returns α + β ceil(data of the others / k) + γ m_r, Sec. 2.3: reached only if blocks could be
/// cut.
Cost lower_bound(const Blocks& blocks, const TreeCosts& costs, int root, int ports);

/// Builds a star, the largest blocks first (list scheduling). Free root: the rank with the largest
/// block. With α = 0 and an empty block at the root at most 4/3 - 1/(3k) of the optimum (R. L.
/// Graham, "Bounds on Multiprocessing Timing Anomalies", SIAM J. Appl. Math. 17(2), 1969). O(p log
/// p). THROWS as the constructions, and for ports < 1, as all below.
TimedTree list_star(const Blocks& blocks, const TreeCosts& costs, int root, int ports);

/// Builds the adaptive binomial tree with k ports: ranges are joined k + 1 at a time. The new root
/// is r if it is among them, else the root with which they are ready earliest (the last of
/// several); it takes the others in the order in which they are ready. Ordered only by ranges. O(p
/// k^2).
TimedTree adaptive_port_tree(const Blocks& blocks, const TreeCosts& costs, int root, int ports);

/// Returns the better of the two: greedy, no guarantee.
TimedTree greedy_port_tree(const Blocks& blocks, const TreeCosts& costs, int root, int ports);

inline constexpr int kMostPorted = 9;

/// Builds the best of all trees: every sequence of subtrees for every set of ranks. Exponential; p
/// <= kMostPorted.
TimedTree optimal_port_tree(const Blocks& blocks, const TreeCosts& costs, int root, int ports);

/// Encodes multiprocessor scheduling as a gather (proof of Thm. 6): the jobs are the blocks of
/// ranks 0 .. n-1, the root n has none. With α = 0, β = 1 and as many ports as machines the best
/// time is the shortest schedule. THROWS std::invalid_argument for jobs that Blocks refuses.
Blocks scheduling_blocks(std::vector<std::int64_t> jobs);

}  // namespace orrery::trees
