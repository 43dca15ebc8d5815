// Binomial-tree broadcast, distances doubling.
// Letters  p ranks, q = ceil(log2 p), m bytes, v = (r - root) mod p virtual rank, k round.
// Rounds   q. In round k every v < 2^k sends the vector to v + 2^k.
// Sent     (p-1) m; q m by the root.
// Time     q (α + m β).
#include "algorithms/common/arithmetic.h"
#include "algorithms/phases/follow.h"
#include "algorithms/schedules/trees/k_nomial.h"

namespace orrery::broadcast_binomial_doubling {

extern constinit const Algorithm broadcast_binomial_doubling = by_plan<
    broadcast_binomial_doubling>({
    .collective = "broadcast",
    .name = "binomial-doubling",
    .summary =
        "Every rank that has the vector passes it on, at twice the distance of the round before.",
    .reference = "folklore",
    .formula = "q(α + mβ)",
    .plan =
        [](const Problem& x, int r) {
          return down_the_tree(binomial_tree_doubling(x.p), x.root, r, Carried::kVector);
        },
    .rounds = [](const Problem& x) -> std::int64_t { return ceil_log2(x.p); },
    .bytes_total = [](const Problem& x) { return (x.p - 1) * x.bytes(); },
});

}  // namespace orrery::broadcast_binomial_doubling
