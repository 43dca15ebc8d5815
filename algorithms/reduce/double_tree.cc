// Reduce over two binary trees, half of the vector over each: the broadcast backwards.
// Ref      P. Sanders, J. Speck, J. L. Träff, "Two-tree algorithms for full bandwidth broadcast, reduction and scan",
//          Parallel Computing 35, 2009.
// Letters  p ranks, n segments of each half of the vector, m bytes, R1 rounds until the first segment is everywhere, R = R1 + 2 (n - 1).
// Rounds   R.
// Sent     m by every rank but the root.
// Time     at most R (α + m/2n (β + 2γ)).
// Needs    a commutative operator.
#include "algorithms/schedules/trees/double_tree.h"

#include "algorithms/phases/follow.h"

namespace orrery::reduce_double_tree {

namespace {

std::int64_t rounds(const Problem& x, int n) {
  return double_tree_rounds(x.p, n, TwoTrees::kSst);
}

}  // namespace

extern constinit const Algorithm reduce_double_tree = by_pipeline<reduce_double_tree, rounds, 2>({
    .collective = "reduce",
    .name = "double-tree",
    .summary = "Sums of both halves flow up a binary tree of their own, in which the inner ranks "
               "of the other are leaves.",
    .reference = "Sanders, Speck and Träff, Parallel Computing 35, 2009",
    .formula = "at most R(α + m/(2n) (β + 2γ))",
    .reproducible = Reproducible::kOnAllRanks,
    .needs_commutative = true,
    .plan = [](const Problem& x, int r) { return double_tree_reduce(x.p, x.root, r, x.blocks); },
    .bytes_total = [](const Problem& x) { return std::int64_t{x.p - 1} * x.bytes(); },
});

}  // namespace orrery::reduce_double_tree
