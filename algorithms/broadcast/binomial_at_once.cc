// Binomial-tree broadcast that serves all children at once.
// Ref      folklore; Open MPI's binomial broadcast without segments.
// Letters  p ranks, q = ceil(log2 p), m bytes, v = (r - root) mod p virtual rank, d(v) its depth: the ones in the
//          binary digits of v.
// Rounds   max d(v). In round d(v) rank v posts the vector to every v + 2^i < p with 2^i > v, and waits for all.
// Sent     (p-1) m; q m by the root.
// Time     q (α + m β) on one port, where the messages follow each other as in binomial-doubling. Where all go at
//          once they share the sender's link: the root's all arrive after q m β, and for p = 2^q the last rank of
//          all, 2^q - 1, has the vector after (q + (q-1) + .. + 1) m β.
#include "algorithms/phases/follow.h"
#include "algorithms/schedules/trees/k_nomial.h"

namespace orrery::broadcast_binomial_at_once {

extern constinit const Algorithm broadcast_binomial_at_once = by_plan<broadcast_binomial_at_once>({
    .collective = "broadcast",
    .name = "binomial-at-once",
    .summary = "Every rank that has the vector posts it to all its children in the binomial "
               "tree at once.",
    .reference = "folklore; as Open MPI's binomial broadcast",
    .formula = "q(α + mβ)",
    .plan =
        [](const Problem& x, int r) {
          return down_the_tree(at_once(binomial_tree_doubling(x.p)), x.root, r, Carried::kVector);
        },
    .bytes_total = [](const Problem& x) { return (x.p - 1) * x.bytes(); },
});

}  // namespace orrery::broadcast_binomial_at_once
