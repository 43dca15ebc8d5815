// Binomial-tree gather, distances halving.
// Letters  p ranks, q = ceil(log2 p), m bytes of each rank, v = (r - root) mod p virtual rank, k round.
// Rounds   q. The rounds of scatter binomial-doubling backwards.
// Sent     the blocks of the rank's own subtree.
// Time     q α + (p-1) m β.
#include "algorithms/common/arithmetic.h"
#include "algorithms/phases/follow.h"
#include "algorithms/schedules/trees/k_nomial.h"

namespace orrery::gather_binomial_halving {

extern constinit const Algorithm gather_binomial_halving = by_plan<gather_binomial_halving>({
    .collective = "gather",
    .name = "binomial-halving",
    .summary =
        "Blocks of subtrees move up a binomial tree, at half the distance of the round before.",
    .reference = "folklore",
    .formula = "qα + (p-1)mβ",
    .plan =
        [](const Problem& x, int r) {
          return up_the_tree(binomial_tree_doubling(x.p), x.root, r, Carried::kSubtree);
        },
    .rounds = [](const Problem& x) -> std::int64_t { return ceil_log2(x.p); },
});

}  // namespace orrery::gather_binomial_halving
