// K-nomial-tree broadcast that serves all children at once.
// Ref      folklore; Open MPI's knomial broadcast without segments, k = 4.
// Letters  p ranks, k radix, q = ceil(log_k p), m bytes.
// Rounds   at most q. A rank that is reached in round i posts the vector to all its children of k-nomial in round i + 1
//          and waits for all.
// Sent     (p-1) m; q (k-1) m by the root for p = k^q.
// Time     q (k-1) (α + m β) on one port for p = k^q. Where all go at once they share the sender's link: the last rank
//          has the vector after (k-1) (q + (q-1) + .. + 1) m β.
#include "algorithms/phases/follow.h"
#include "algorithms/schedules/trees/k_nomial.h"

namespace orrery::broadcast_k_nomial_at_once {

extern constinit const Algorithm broadcast_k_nomial_at_once = by_plan<broadcast_k_nomial_at_once>({
    .collective = "broadcast",
    .name = "k-nomial-at-once",
    .summary =
        "Every rank that has the vector posts it to all its children in the k-nomial tree at "
        "once.",
    .reference = "folklore; as Open MPI's knomial broadcast for k = 4",
    .formula = "q(k-1)(α + mβ)",
    .formula_if = "p = k^q",
    .radixed = true,
    .plan =
        [](const Problem& x, int r) {
          return down_the_tree(at_once(k_nomial_tree(x.p, x.radix)), x.root, r, Carried::kVector);
        },
    .bytes_total = [](const Problem& x) { return (x.p - 1) * x.bytes(); },
});

}  // namespace orrery::broadcast_k_nomial_at_once
