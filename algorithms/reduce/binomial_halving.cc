// Binomial-tree reduce, distances halving.
// Letters  p ranks, q = ceil(log2 p), m bytes, v = (r - root) mod p virtual rank, k round.
// Rounds   q. The rounds of broadcast binomial-doubling backwards.
// Sent     m by every rank but the root.
// Time     q (α + m β + m γ).
// Needs    a commutative operator: ranks are summed in another order.
#include "algorithms/common/arithmetic.h"
#include "algorithms/phases/follow.h"
#include "algorithms/schedules/trees/k_nomial.h"

namespace orrery::reduce_binomial_halving {

extern constinit const Algorithm reduce_binomial_halving = by_plan<reduce_binomial_halving>({
    .collective = "reduce",
    .name = "binomial-halving",
    .summary = "Partial sums move up a binomial tree, at half the distance of the round before.",
    .reference = "folklore",
    .formula = "q(α + mβ + mγ)",
    .reproducible = Reproducible::kOnAllRanks,
    .needs_commutative = true,
    .plan =
        [](const Problem& x, int r) {
          return up_the_tree(binomial_tree_doubling(x.p), x.root, r, Carried::kVector);
        },
    .rounds = [](const Problem& x) -> std::int64_t { return ceil_log2(x.p); },
    .bytes_total = [](const Problem& x) { return (x.p - 1) * x.bytes(); },
    .bytes_max_rank = [](const Problem& x) { return x.p > 1 ? x.bytes() : Bytes(0); },
});

}  // namespace orrery::reduce_binomial_halving
