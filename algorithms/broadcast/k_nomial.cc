// Broadcast down a k-nomial tree.
// Ref      folklore; as MPICH's knomial_2 tree.
// Letters  p ranks, k radix, q = ceil(log_k p), v = (r - root) mod p virtual rank, m bytes.
// Rounds   q: see k_nomial_tree. In a round a rank has k-1 messages under way.
// Sent     (p-1) m.
// Time     q (k-1) (α + m β) for p = k^q.
#include "algorithms/schedules/trees/k_nomial.h"

#include "algorithms/phases/follow.h"

namespace orrery::broadcast_k_nomial {

extern constinit const Algorithm broadcast_k_nomial = by_plan<broadcast_k_nomial>({
    .collective = "broadcast",
    .name = "k-nomial",
    .summary = "Every rank that has the vector passes it on to k-1 others in each round.",
    .reference = "folklore; as MPICH's knomial_2 tree",
    .formula = "q(k-1)(α + mβ)",
    .formula_if = "p = k^q",
    .radixed = true,
    .plan =
        [](const Problem& x, int r) {
          return down_the_tree(k_nomial_tree(x.p, x.radix), x.root, r, Carried::kVector);
        },
    .bytes_total = [](const Problem& x) { return (x.p - 1) * x.bytes(); },
});

}  // namespace orrery::broadcast_k_nomial
