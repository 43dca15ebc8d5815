// Binomial-tree scatter, distances doubling.
// Letters  p ranks, q = ceil(log2 p), m bytes for each rank, v = (r - root) mod p virtual rank, k round.
// Rounds   q. In round k every v < 2^k sends the blocks of the subtree of v + 2^k there.
// Sent     (p-1) m by the root, which sends most.
// Time     q α + (p-1) m β.
#include "algorithms/common/arithmetic.h"
#include "algorithms/phases/follow.h"
#include "algorithms/schedules/trees/k_nomial.h"

namespace orrery::scatter_binomial_doubling {

extern constinit const Algorithm scatter_binomial_doubling = by_plan<scatter_binomial_doubling>({
    .collective = "scatter",
    .name = "binomial-doubling",
    .summary =
        "Blocks of subtrees move down a binomial tree, at twice the distance of the round before.",
    .reference = "folklore",
    .formula = "qα + (p-1)mβ",
    .plan =
        [](const Problem& x, int r) {
          return down_the_tree(binomial_tree_doubling(x.p), x.root, r, Carried::kSubtree);
        },
    .rounds = [](const Problem& x) -> std::int64_t { return ceil_log2(x.p); },
    .bytes_max_rank = [](const Problem& x) { return (x.p - 1) * x.bytes(); },
});

}  // namespace orrery::scatter_binomial_doubling
