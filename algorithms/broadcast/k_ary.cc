// Broadcast down a complete k-ary tree.
// Ref      folklore; with k = 2 the shape of Open MPI's binary tree without segments.
// Letters  p ranks, k radix, q = ceil(log_k p), v = (r - root) mod p virtual rank with children kv + 1 .. kv + k,
//          m bytes.
// Rounds   floor(log_k((k-1)(p-1) + 1)), the depth of rank p - 1. A rank that is reached in round i posts the vector to
//          all its children in round i + 1 and waits for all.
// Sent     (p-1) m; at most k m by a rank.
// Time     at most q k (α + m β) on one port; the depth times α + k m β where all go at once and share a link.
#include "algorithms/phases/follow.h"
#include "algorithms/schedules/trees/k_nomial.h"

namespace orrery::broadcast_k_ary {

extern constinit const Algorithm broadcast_k_ary = by_plan<broadcast_k_ary>({
    .collective = "broadcast",
    .name = "k-ary",
    .summary = "Every rank that has the vector posts it to its k children at once.",
    .reference = "folklore; as Open MPI's binary tree for k = 2",
    .formula = "at most kq(α + mβ)",
    .radixed = true,
    .plan =
        [](const Problem& x, int r) {
          return down_the_tree(k_ary_tree(x.p, x.radix), x.root, r, Carried::kVector);
        },
    .bytes_total = [](const Problem& x) { return (x.p - 1) * x.bytes(); },
});

}  // namespace orrery::broadcast_k_ary
