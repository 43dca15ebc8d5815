// Scatter down a k-nomial tree.
// Ref      folklore; as MPICH's knomial_2 tree.
// Letters  p ranks, k radix, q = ceil(log_k p), v = (r - root) mod p virtual rank, m bytes.
// Rounds   q: see k_nomial_tree. In a round a rank has k-1 messages under way.
// Sent     (p-1) m by the root, which sends most.
// Time     q (k-1) α + (p-1) m β for p = k^q.
#include "algorithms/schedules/trees/k_nomial.h"

#include "algorithms/phases/follow.h"

namespace orrery::scatter_k_nomial {

extern constinit const Algorithm scatter_k_nomial = by_plan<scatter_k_nomial>({
    .collective = "scatter",
    .name = "k-nomial",
    .summary = "Blocks of subtrees move down a k-nomial tree.",
    .reference = "folklore; as MPICH's knomial_2 tree",
    .formula = "q(k-1)α + (p-1)mβ",
    .formula_if = "p = k^q",
    .radixed = true,
    .plan =
        [](const Problem& x, int r) {
          return down_the_tree(k_nomial_tree(x.p, x.radix), x.root, r, Carried::kSubtree);
        },
    .bytes_max_rank = [](const Problem& x) { return (x.p - 1) * x.bytes(); },
});

}  // namespace orrery::scatter_k_nomial
