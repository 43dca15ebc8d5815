// Allreduce over two binary trees, half of the vector over each: reduce, then broadcast.
// Ref      P. Sanders, J. Speck, J. L. Träff, "Two-tree algorithms for full bandwidth broadcast, reduction and scan",
//          Parallel Computing 35, 2009.
// Letters  p ranks, n segments of each half of the vector, m bytes, R1 rounds until the first segment is everywhere, R = R1 + 2 (n - 1).
// Rounds   2 R.
// Sent     2 m by a rank at most; 2 (p-1) m in all.
// Time     at most 2 R (α + m/2n β) + 2 R m/2n γ.
// Needs    a commutative operator.
#include "algorithms/schedules/trees/double_tree.h"

#include "algorithms/phases/follow.h"

namespace orrery::allreduce_double_tree {

namespace {

std::int64_t rounds(const Problem& x, int n) {
  return 2 * std::int64_t{double_tree_rounds(x.p, n, TwoTrees::kNccl)};
}

}  // namespace

extern constinit const Algorithm allreduce_double_tree = by_pipeline<allreduce_double_tree, rounds,
                                                                     2>({
    .collective = "allreduce",
    .name = "double-tree",
    .summary =
        "Both halves are summed up a binary tree of their own, and the results flow down again.",
    .reference = "Sanders, Speck and Träff, Parallel Computing 35, 2009; as NCCL",
    .formula = "at most R(α + m/(2n) (β + γ))",
    .reproducible = Reproducible::kOnAllRanks,
    .needs_commutative = true,
    .plan = [](const Problem& x, int r) { return double_tree_allreduce(x.p, r, x.blocks); },
    .bytes_total = [](const Problem& x) { return 2 * std::int64_t{x.p - 1} * x.bytes(); },
});

}  // namespace orrery::allreduce_double_tree
