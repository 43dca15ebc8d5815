// Barrier up and down a k-nomial tree.
// Ref      folklore.
// Letters  p ranks, k radix, q = ceil(log_k p).
// Rounds   2q.
// Sent     nothing: signals have no data.
// Time     2q (k-1) α for p = k^q.
#include "algorithms/schedules/trees/k_nomial.h"

#include "algorithms/phases/follow.h"

namespace orrery::barrier_k_nomial {

extern constinit const Algorithm barrier_k_nomial = by_plan<barrier_k_nomial>({
    .collective = "barrier",
    .name = "k-nomial",
    .summary = "Signals come up a k-nomial tree and go down again.",
    .reference = "folklore",
    .formula = "2q(k-1)α",
    .formula_if = "p = k^q",
    .radixed = true,
    .plan =
        [](const Problem& x, int r) {
          const RootedTree tree = k_nomial_tree(x.p, x.radix);
          BlockPlan plan = in_sequence(up_the_tree(tree, 0, r, Carried::kSubtree), tree.rounds(),
                                       down_the_tree(tree, 0, r, Carried::kSubtree));
          plan.pieces = BlockPlan::kTokens;
          return plan;
        },
});

}  // namespace orrery::barrier_k_nomial
