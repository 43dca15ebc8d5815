// Reduce over a k-nomial tree in preorder.
// Ref      folklore; as MPICH's knomial_1 tree.
// Letters  p ranks, k radix, q = ceil(log_k p), v = (r - root) mod p virtual rank, m bytes.
// Rounds   q: see k_nomial_preorder_tree.
// Sent     m by every rank but the root.
// Time     q (k-1) (α + m β + m γ) for p = k^q.
// Needs    a commutative operator.
#include "algorithms/phases/follow.h"
#include "algorithms/schedules/trees/k_nomial.h"

namespace orrery::reduce_k_nomial_preorder {

extern constinit const Algorithm reduce_k_nomial_preorder = by_plan<reduce_k_nomial_preorder>({
    .collective = "reduce",
    .name = "k-nomial-preorder",
    .summary =
        "As k-nomial, but ranks are numbered in preorder: subtrees follow their parent one by one.",
    .reference = "folklore; as MPICH's knomial_1 tree",
    .formula = "q(k-1)(α + mβ + mγ)",
    .formula_if = "p = k^q",
    .reproducible = Reproducible::kOnAllRanks,
    .needs_commutative = true,
    .radixed = true,
    .plan =
        [](const Problem& x, int r) {
          return up_the_tree(k_nomial_preorder_tree(x.p, x.radix), x.root, r, Carried::kVector);
        },
    .bytes_total = [](const Problem& x) { return (x.p - 1) * x.bytes(); },
    .bytes_max_rank = [](const Problem& x) { return x.p > 1 ? x.bytes() : Bytes(0); },
});

}  // namespace orrery::reduce_k_nomial_preorder
