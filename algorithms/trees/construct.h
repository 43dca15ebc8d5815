#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "algorithms/trees/blocks.h"
#include "algorithms/trees/tree.h"

/// Trees for gather and scatter of blocks of different sizes: pure functions.
///
/// Ref      J. L. Träff, "On Optimal Trees for Irregular Gather and Scatter Collectives", IEEE TPDS
///          30(9), 2019, doi:10.1109/TPDS.2019.2899843: Sec. 3 (Fig. 4-7; Thm. 2-4), Sec. 5 (the
///          constructions compared), Lemma 2.
/// Letters  p ranks, m_i size of rank i's block, S(range) sum over a range of ranks, r root,
///          L and R two neighbouring ranges that are joined, T their times.
///
/// Classes of trees, by Def. 3 and Sec. 2.5; "best" always means the best of a class:
///   any              Def. 1-2
///   weakly ordered   every subtree is a range of consecutive ranks
///   ordered          Def. 3, "strongly ordered": also, every rank takes its subtrees in the order
///                    of their ranks, and copies its own block at its place among them
///   joined           weakly ordered, made by the joins below: every rank takes its nearest
///                    neighbours first. Joins do not make every ordered tree (rank 3 that takes 0
///                    and 1, then 2), and not every joined tree is ordered (rank 1: 2, then 0).
/// Prop. 3 treats ordered and joined as one class, but with sizes 2 2 1 0, root 3, α = β = 1, γ = 0
/// the best ordered tree needs 7 and the best joined one 8. With sizes 1 1 1 2, α = 50, β = γ = 1
/// and a free root they need 106 and 105; Prop. 1 promises 105 for ordered trees.
///
/// Joining:
///   root in L                  max(L a single rank i ? γ m_i : T(L), T(R)) + comm(S(R))
///   root in R                  max(T(L), T(R)) + comm(S(L))
///   root in R, a single rank j: T(L) + comm(S(L)) + γ m_j        strict: the copy comes last
///                               max(T(L), γ m_j) + comm(S(L))    interleaved: the copy comes first
/// An interleaved rank copies first and then takes ranges that grow to either side.
namespace orrery::trees {

class PairCosts;  // pair_costs.h

inline constexpr int kFreeRoot = -1;  ///< the construction chooses the root

struct TimedTree {
  Tree tree;
  Cost time = 0;  ///< equal to completion_time(tree, ...)
};

// All functions: root is a rank or kFreeRoot. THROWS std::invalid_argument for other roots, costs
// that check_costs refuses, and more ranks than the limit below.

/// Builds a star: the root takes all others in rank order, its own copy at its place. Free: the
/// best root. O(p).
TimedTree linear_tree(const Blocks& blocks, const TreeCosts& costs, int root);

/// Builds the best ordered tree in which no rank has more than two children (Fig. 7). O(p^3) time,
/// O(p^2) memory.
TimedTree binary_tree(const Blocks& blocks, const TreeCosts& costs, int root);

/// Builds a tree by pairing blocks of 1, 2, 4, ... ranks; a leftover is carried up. The new root is
/// r if the pair holds it, else that of the right block. Free: the best r (the smallest of
/// several). O(p).
TimedTree oblivious_tree(const Blocks& blocks, const TreeCosts& costs, int root);

/// Builds a tree from the same pairs (Prop. 1); the new root is r if the pair holds it, else the
/// one of the two with which the pair is ready earlier, the right one if both are. O(p). Free and γ
/// = β: its time is ceil(log2 p) α + β m if no block is empty.
TimedTree adaptive_tree(const Blocks& blocks, const TreeCosts& costs, int root);

/// Builds the best joined tree, copies interleaved. Fast, O(p^2), if γ <= β (see fast_optimal.h),
/// else O(p^3).
TimedTree optimal_tree(const Blocks& blocks, const TreeCosts& costs, int root);

/// Builds the trees of optimal_tree, or of optimal_strict_tree, for several roots over one table of ranges; those of
/// optimal_tree for γ > β over one each.
std::vector<TimedTree> optimal_trees(const Blocks& blocks, const TreeCosts& costs,
                                     std::span<const int> roots);
std::vector<TimedTree> optimal_strict_trees(const Blocks& blocks, const TreeCosts& costs,
                                            std::span<const int> roots);

/// Builds the tree of optimal_tree in O(p^3) time for any γ.
TimedTree optimal_tree_cubic(const Blocks& blocks, const TreeCosts& costs, int root);

/// Builds "Optimal" of Tables 1 to 3 (Fig. 4-5): the best joined tree in which a root that is the
/// last of its range has one child and copies after it. Fig. 6 as printed omits the copy of a root
/// that is alone in its range of three ranks and more. O(p^3) time, O(p^2) memory.
TimedTree optimal_strict_tree(const Blocks& blocks, const TreeCosts& costs, int root);

/// Builds the best ordered tree. O(p^3) time, O(p^2) memory (see ordered.h).
TimedTree ordered_tree(const Blocks& blocks, const TreeCosts& costs, int root);

/// Builds the best weakly ordered tree for p <= kMostWeak (ordered.h). Beyond, a heuristic: the
/// best tree that holds consecutive ranks at any time, so that it is no slower than those of
/// optimal_tree, ordered_tree and binary_tree; then its ranks take their children as these are
/// ready.
TimedTree weakly_ordered_tree(const Blocks& blocks, const TreeCosts& costs, int root);

/// Builds the best tree of any kind for p <= kExactNonOrdered (non_ordered.h). Beyond, a heuristic:
/// the best of the weakly ordered, the two-stage, the linear tree and the joined and the adaptive
/// one over virtual ranks. The problem is NP-hard (Thm. 7).
TimedTree non_ordered_tree(const Blocks& blocks, const TreeCosts& costs, int root);

/// Builds TWO_Gatherv, Sec. 5.2: two concurrent regular (binomial) gathers, of the large blocks and
/// of the small ones, and one message. The paper has it for two sizes; with more sizes, a block is
/// large if it is nearer to the largest than to the smallest. The root gathers the domain with
/// which it finishes earlier, whether or not its own block has that size; the other domain gathers
/// at its first rank. Free: the rank with the largest block (the smallest of several). O(p).
TimedTree two_stage_tree(const Blocks& blocks, const TreeCosts& costs, int root);

inline constexpr int kMostCubic = 8'000;     ///< ranks for the O(p^3) constructions (minutes, 2 GB)
inline constexpr int kMostFast = 30'000;     ///< ranks for fast_optimal_tree (7.2 GB at most)
inline constexpr int kMostLinear = 1 << 26;  ///< ranks for the others

struct Construction {
  std::string_view name;     ///< "optimal-strict", as on the command line
  std::string_view summary;  ///< one line
  TimedTree (*build)(const Blocks& blocks, const TreeCosts& costs, int root);
  std::string_view best_of =
      {};               ///< the class whose best tree it builds, "ordered trees"; or empty
  int exact_ranks = 0;  ///< most ranks for which it is exact; a heuristic beyond
  /// Builds it for costs of pairs of ranks (pair_costs.h); null if it cannot.
  TimedTree (*build_for_pairs)(const Blocks& blocks, const PairCosts& costs, int root) = nullptr;
};

/// Returns linear binary oblivious adaptive optimal optimal-strict ordered weakly-ordered
/// non-ordered two-stage.
std::span<const Construction> constructions();

/// Finds a construction by name. THROWS std::invalid_argument naming the existing ones.
const Construction& find_construction(std::string_view name);

/// Checks the input of any construction. THROWS std::invalid_argument.
void check_input(const Blocks& blocks, const TreeCosts& costs, int root, int most_ranks);

}  // namespace orrery::trees
