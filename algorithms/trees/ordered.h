#pragma once

#include "algorithms/trees/construct.h"

/// Trees whose subtrees are all ranges of consecutive ranks, by the sequences in which a rank may
/// take them.
///
/// Ref      J. L. Träff, "On Optimal Trees for Irregular Gather and Scatter Collectives", IEEE TPDS
///          30(9), 2019, doi:10.1109/TPDS.2019.2899843, Def. 2-3.
/// Letters  C[i,j] the best time of a tree of the ranks i .. j; A[i,j] the best time in which a
///          rank outside of i .. j that has nothing yet takes them all; comm(x) = α + β x.
/// Program  A[i,j] is C[i,j] + comm(S[i,j]), or, if the last ranks taken are k+1 .. j:
///          max(A[i,k], C[k+1,j]) + comm(S[k+1,j]). A tree of i .. j is such a sequence and then the
///          copy of rank j, A[i,j-1] + γ m_j, or a tree of i .. k that takes k+1 .. j:
///          max(C[i,k], C[k+1,j]) + comm(S[k+1,j]), with γ m_i for C[i,i].
namespace orrery::trees {

enum class Sequence {
  kRankOrder,   ///< Def. 3, strongly ordered: in rank order, a rank's own copy at its place
  kConsecutive  ///< a rank holds consecutive ranks after every step: each rule also mirrored
};

/// Builds the best of these trees. Trees made by joins (construct.h) and those of kRankOrder are
/// all kConsecutive. O(p^3) time, O(p^2) memory. THROWS as the constructions.
TimedTree best_sequence_tree(const Blocks& blocks, const TreeCosts& costs, int root,
                             Sequence sequence);

inline constexpr int kMostWeak = 18;

/// Builds the best weakly ordered tree, by all cuts of every range into subtrees. Exponential; p <=
/// kMostWeak. THROWS as the constructions.
TimedTree optimal_weakly_ordered_tree(const Blocks& blocks, const TreeCosts& costs, int root);

/// Returns a tree with the parents of `tree` in which every rank copies first and takes its
/// children as they are ready: no sequence of the same children is faster, so that the time is at
/// most that of `tree`. O(p log p).
TimedTree resequenced(const Tree& tree, const Blocks& blocks, const TreeCosts& costs);

}  // namespace orrery::trees
