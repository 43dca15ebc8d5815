#pragma once

#include <cstdint>
#include <vector>

#include "algorithms/trees/construct.h"

/// Trees in which the ranks of a subtree need not be consecutive.
///
/// Ref  J. L. Träff, "On Optimal Trees for Irregular Gather and Scatter Collectives", IEEE TPDS
///      30(9), 2019, doi:10.1109/TPDS.2019.2899843: Prop. 2, Thm. 7 (NP-hard), Sec. 5 (the heuristic
///      of its reference [19]).
namespace orrery::trees {

inline constexpr int kMostNonOrdered = 16;
inline constexpr int kExactNonOrdered = 12;  ///< most ranks in non_ordered_tree: milliseconds

/// Builds the best tree of all, by Prop. 2 over all subsets: O(3^p) time, O(2^p) memory. THROWS as
/// the constructions, and for p > kMostNonOrdered.
TimedTree optimal_non_ordered_tree(const Blocks& blocks, const TreeCosts& costs, int root);

/// Runs a construction over virtual ranks: the root (free: the rank with the largest block) is 0,
/// the others follow by size, largest first, smallest rank first if equal. The construction also
/// gets 0 as its root. THROWS as the construction.
TimedTree virtual_rank_tree(const Construction& construction, const Blocks& blocks,
                            const TreeCosts& costs, int root);

/// Encodes a PARTITION instance as a gather problem for α = 1, β = γ = 1 (proof of Thm. 7, whole
/// numbers): blocks p m_i + 1, then p m / 2 and p m / 2 + p, where m is the sum of the p numbers. If
/// they can be divided into halves, the best tree takes 2 p m + 2 p + 2, otherwise longer. THROWS
/// std::invalid_argument unless the sum is even and every number is within 1 .. m / 2 - 1.
Blocks partition_blocks(const std::vector<std::int64_t>& numbers);

/// Returns one half of the numbers, if a tree of partition_blocks(numbers) shows it: those in the
/// subtree of one of the two large blocks add up to m / 2, as in a tree that takes 2 p m + 2 p + 2.
/// Otherwise nothing. REQUIRES a tree of as many ranks.
std::vector<std::int64_t> half_in(const Tree& tree, const std::vector<std::int64_t>& numbers);

}  // namespace orrery::trees
