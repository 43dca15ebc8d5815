// Allreduce over the two binary trees of UCC, half of the vector over each, in one piece.
// Ref      UCC, double_binary_tree.h; after Sanders, Speck and Träff, Parallel Computing 35, 2009.
// Letters  p ranks, m bytes, h height of the trees.
// Rounds   2 (h + 1): reduce to rank 0, then broadcast from it.
// Sent     every half twice over p - 1 edges, and to and from rank 0.
// Time     at most 6(h+1)(α + m/2 (β + γ)).
// Needs    a commutative operator.
#include "algorithms/phases/follow.h"
#include "algorithms/schedules/trees/double_tree.h"

namespace orrery::allreduce_double_tree_ucc {

extern constinit const Algorithm allreduce_double_tree_ucc = by_plan<allreduce_double_tree_ucc>({
    .collective = "allreduce",
    .name = "double-tree-ucc",
    .summary = "Each half of the vector takes one of two binary trees, as in UCC: every rank "
               "passes a half on when it is complete.",
    .reference = "UCC; after Sanders, Speck and Träff, Parallel Computing 35, 2009",
    .formula = "at most 3R(α + m/2 (β + γ))",
    .reproducible = Reproducible::kOnAllRanks,
    .needs_commutative = true,
    .plan =
        [](const Problem& x, int r) {
          const int rounds = DoubleTree(x.p, TwoTrees::kUcc).height() + 1;
          return in_sequence(double_tree_ucc_reduce(x.p, 0, r), rounds,
                             double_tree_ucc_broadcast(x.p, 0, r));
        },
});

}  // namespace orrery::allreduce_double_tree_ucc
