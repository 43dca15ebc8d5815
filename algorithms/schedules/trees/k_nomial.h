#pragma once

#include "algorithms/schedules/trees/rooted_tree.h"

/// Binomial trees and their generalisations. Pure functions.
///
/// Letters  p ranks, k radix, q = ceil(log_k p), v virtual rank.
namespace orrery::inline algorithms {

/// Builds the tree in which every v < 2^i reaches v + 2^i in round i.
RootedTree binomial_tree_doubling(int p);

/// Builds a tree with the same edges; a rank serves all its children in the round after the one in which it is
/// reached. REQUIRES that parents have smaller numbers than their children.
RootedTree at_once(const RootedTree& tree);

/// Builds the tree in which, on level j = q-1 .. 0, every multiple v of k^(j+1) reaches v + i k^j,
/// i = 1 .. k-1, in round q-1-j. The subtree of v + i k^j is the ranks from there up to the next
/// one.
RootedTree k_nomial_tree(int p, int k);

/// Builds the tree with ranks in preorder: the subtrees follow their parent one by one, k-1 of k^(q-1) ranks, then
/// those of k^(q-2), and so on (MPICH's knomial_1).
RootedTree k_nomial_preorder_tree(int p, int k);

/// Builds the tree in which v has the children k v + 1 .. k v + k; a rank serves them in the round
/// after the one in which it is reached.
RootedTree k_ary_tree(int p, int k);

/// Builds the tree in which all ranks are children of the root, reached in one round.
RootedTree flat_tree(int p);

}  // namespace orrery::inline algorithms
