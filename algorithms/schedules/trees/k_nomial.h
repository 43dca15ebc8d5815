#pragma once

#include "algorithms/schedules/trees/rooted_tree.h"

/// Binomial trees and their generalisations. Pure functions.
///
/// Letters  p ranks, k radix, q = ceil(log_k p), v virtual rank.
namespace orrery {

/// In round i every v < 2^i reaches v + 2^i.
RootedTree binomial_tree_doubling(int p);

/// The edges of binomial_tree_doubling; a rank serves all its children in the round after the one in which it is
/// reached.
RootedTree binomial_tree_at_once(int p);

/// Level j = q-1 .. 0: every v that is a multiple of k^(j+1) reaches v + i k^j, i = 1 .. k-1, in round q-1-j. The
/// subtree of v + i k^j is the ranks from there up to the next one.
RootedTree k_nomial_tree(int p, int k);

/// The subtrees of k^(q-1) ranks, k-1 times, then those of k^(q-2), and so on, lie one after the other behind
/// their parent (MPICH's knomial_1).
RootedTree k_nomial_preorder_tree(int p, int k);

/// The children of v are k v + 1 .. k v + k; a rank serves them in the round after the one in which it is
/// reached.
RootedTree k_ary_tree(int p, int k);

/// All are children of the root, in one round.
RootedTree flat_tree(int p);

}  // namespace orrery
