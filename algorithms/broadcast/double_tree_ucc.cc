// Broadcast over the two binary trees of UCC, half of the vector over each, in one piece.
// Ref      UCC, double_binary_tree.h; after Sanders, Speck and Träff, Parallel Computing 35, 2009.
// Letters  p ranks, m bytes, h height of the trees.
// Rounds   h + 1.
// Sent     the halves go to the roots of the trees first.
// Time     at most 3(h+1)(α + m/2 β).
#include "algorithms/phases/follow.h"
#include "algorithms/schedules/trees/double_tree.h"

namespace orrery::broadcast_double_tree_ucc {

extern constinit const Algorithm broadcast_double_tree_ucc = by_plan<broadcast_double_tree_ucc>({
    .collective = "broadcast",
    .name = "double-tree-ucc",
    .summary = "Each half of the vector takes one of two binary trees, as in UCC: every rank "
               "passes a half on when it is complete.",
    .reference = "UCC; after Sanders, Speck and Träff, Parallel Computing 35, 2009",
    .formula = "at most 3R(α + m/2 β)",
    .plan = [](const Problem& x, int r) { return double_tree_ucc_broadcast(x.p, x.root, r); },
});

}  // namespace orrery::broadcast_double_tree_ucc
