#pragma once

#include <functional>
#include <vector>

#include "algorithms/trees/blocks.h"
#include "algorithms/trees/tree.h"

/// The time of a given tree, by which all constructions are judged.
///
/// Ref    J. L. Träff, "On Optimal Trees for Irregular Gather and Scatter Collectives", IEEE TPDS
///        30(9), 2019, doi:10.1109/TPDS.2019.2899843, Eq. 1-2.
/// Model  One port, synchronous: sender and receiver are busy for the whole transfer. A rank
///        without children is ready at time 0: it sends from its own buffer. Any other takes its
///        children in sequence: after child c it is at max(time so far, Time(c)) + α + β Size(c), and
///        its copy adds γ m_r at its place. A single rank is a root without children: it copies its
///        own block. A scatter is the same backwards and takes the same time.
///
/// Example  The tree in tree.h with blocks of 1, 2, 3, 4 and 5 units, α = 10, β = 1, γ = 2: rank 3 takes 3 units until
///          13, copies its 4 until 21, and takes 5 until 36. Rank 1 takes 1 unit until 11, copies its 2 until 15, waits
///          for rank 3, and takes 12 units until 58.
namespace orrery::trees {

/// Returns the time until the root has everything. O(p); assumes no order of the ranks. THROWS
/// std::invalid_argument if tree and blocks differ in the number of ranks, or if the time reaches
/// 2^63.
Cost completion_time(const Tree& tree, const Blocks& blocks, const TreeCosts& costs);

/// Function that returns the cost of a message or a copy of `size` units, for a system whose costs
/// are not linear (times rounded to a clock, say). Called for messages of at least 1 unit.
using CostOf = std::function<Cost(std::int64_t size)>;
Cost completion_time(const Tree& tree, const Blocks& blocks, const CostOf& message,
                     const CostOf& copy);

/// Returns the time at which each rank has its whole subtree, ready to be forwarded.
std::vector<Cost> ready_times(const Tree& tree, const Blocks& blocks, const TreeCosts& costs);

/// Returns the size that each rank sends: the blocks of its subtree, or the vector that all share.
std::vector<std::int64_t> subtree_sizes(const Tree& tree, const Blocks& blocks);

/// Returns α + β (data of the others) + γ m_r, Sec. 2.3: no tree with this root is faster. Without
/// the α if there is nothing to send.
Cost lower_bound(const Blocks& blocks, const TreeCosts& costs, int root);

}  // namespace orrery::trees
