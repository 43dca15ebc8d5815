// Broadcast over a k-nomial tree in preorder.
// Ref      folklore; as MPICH's knomial_1 tree.
// Letters  p ranks, k radix, q = ceil(log_k p), v = (r - root) mod p virtual rank, m bytes.
// Rounds   q: see k_nomial_preorder_tree.
// Sent     (p-1) m.
// Time     q (k-1) (α + m β) for p = k^q.
#include "algorithms/phases/follow.h"
#include "algorithms/schedules/trees/k_nomial.h"

namespace orrery::broadcast_k_nomial_preorder {

extern constinit const Algorithm broadcast_k_nomial_preorder = by_plan<
    broadcast_k_nomial_preorder>({
    .collective = "broadcast",
    .name = "k-nomial-preorder",
    .summary =
        "As k-nomial, but ranks are numbered in preorder: subtrees follow their parent one by one.",
    .reference = "folklore; as MPICH's knomial_1 tree",
    .formula = "q(k-1)(α + mβ)",
    .formula_if = "p = k^q",
    .radixed = true,
    .plan =
        [](const Problem& x, int r) {
          return down_the_tree(k_nomial_preorder_tree(x.p, x.radix), x.root, r, Carried::kVector);
        },
    .bytes_total = [](const Problem& x) { return (x.p - 1) * x.bytes(); },
});

}  // namespace orrery::broadcast_k_nomial_preorder
