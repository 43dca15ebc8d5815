// Gather up a k-nomial tree.
// Ref      folklore; as MPICH's knomial_2 tree.
// Letters  p ranks, k radix, q = ceil(log_k p), v = (r - root) mod p virtual rank, m bytes.
// Rounds   q: see k_nomial_tree. In a round a rank has k-1 messages under way.
// Sent     the blocks of the rank's own subtree.
// Time     q (k-1) α + (p-1) m β for p = k^q.
#include "algorithms/schedules/trees/k_nomial.h"

#include "algorithms/phases/follow.h"

namespace orrery::gather_k_nomial {

extern constinit const Algorithm gather_k_nomial = by_plan<gather_k_nomial>({
    .collective = "gather",
    .name = "k-nomial",
    .summary = "Blocks of subtrees move up a k-nomial tree.",
    .reference = "folklore; as MPICH's knomial_2 tree",
    .formula = "q(k-1)α + (p-1)mβ",
    .formula_if = "p = k^q",
    .radixed = true,
    .plan =
        [](const Problem& x, int r) {
          return up_the_tree(k_nomial_tree(x.p, x.radix), x.root, r, Carried::kSubtree);
        },
});

}  // namespace orrery::gather_k_nomial
