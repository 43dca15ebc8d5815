#pragma once

#include "algorithms/trees/construct.h"

/// The best joined tree (construct.h; copies interleaved) in quadratic time. The paper has O(p^3), Thm. 2.
///
/// Letters  as in construct.h; C[i,j] the best time of the ranks i .. j with a free root, D[i,j] with
///          the given root r, i <= r <= j; P_k = m_0 + .. + m_k; comm(x) = α + β x.
/// Needs    γ <= β.
///
/// 1. C[i,j] <= C[i,j+1] and C[i,j] <= C[i-1,j]. By induction over the length, with the last join L,
///    R = k+1 .. j+1 of an optimal tree of i .. j+1. If R is one rank, L is i .. j: the join only
///    adds to C[i,j]. If R is longer, take R without j+1: it is no later (induction) and sends no
///    more. Only if R shrinks to the single rank j which has the root, it copies γ m_j where it had
///    C[j,j+1]. That is no less: either rank j copied, or it sent, for α + β m_j >= γ m_j.
///    The other inequality by symmetry; D likewise, where j is never r.
/// 2. So over the split k, C[i,k] rises and C[k+1,j] falls. Let K(i,j) be the first k with
///    C[i,k] >= C[k+1,j]. The later part is the right one below K and the left one from K on:
///      k <  K, R sends:  C[k+1,j] + comm(S(R))  falls with k: only k = K-1 counts;
///      k >= K, L sends:  C[i,k] + comm(S(L))    rises with k: only k = K counts;
///      k <  K, L sends:  C[k+1,j] + β P_k + ..  the minimum over the window i .. K-1;
///      k >= K, R sends:  C[i,k] - β P_k + ..    the minimum over the window K .. j-1.
/// 3. K(i,j) falls if i falls and rises if j rises. So the windows of one j slide to the left as i
///    falls, those of one i to the right as j rises. A queue of candidates for each j and each i
///    gives all minima in O(1) amortised time, and O(p^2) in all.
/// 4. Splits off a single rank that has the root and copies, and splits where an empty block takes
///    no message, are compared by themselves: k = i and k = j-1 are enough for both.
/// 5. D[i,j] likewise: k < r joins C[i,k] to D[k+1,j], k >= r joins D[i,k] to C[k+1,j]. The sender is
///    always the part without r, so there is one window on each side of r.
namespace orrery::trees {

/// Builds the tree in O(p^2) time; at most 8 p^2 bytes, in practice 6 p^2. Where several trees are
/// best, tree and root may differ from those of optimal_tree_cubic. THROWS std::invalid_argument as
/// the constructions, for γ > β and for p > kMostFast.
TimedTree fast_optimal_tree(const Blocks& blocks, const TreeCosts& costs, int root);

/// Builds it for several roots, with the ranges without a given root computed once.
std::vector<TimedTree> fast_optimal_trees(const Blocks& blocks, const TreeCosts& costs,
                                          std::span<const int> roots);

}  // namespace orrery::trees
