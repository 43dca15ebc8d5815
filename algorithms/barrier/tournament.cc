// Tournament barrier.
// Ref      Hensgen, Finkel and Manber, Int. J. Parallel Programming 17(1), 1988.
// Letters  p ranks, q = ceil(log2 p).
// Rounds   2q. In round k the loser of every pair at distance 2^k signals the winner, the lower rank; then winners wake losers in opposite order.
// Sent     nothing: signals have no data.
// Time     2q α.
#include "algorithms/phases/follow.h"
#include "algorithms/schedules/trees/k_nomial.h"

namespace orrery::barrier_tournament {

extern constinit const Algorithm barrier_tournament = by_plan<barrier_tournament>({
    .collective = "barrier",
    .name = "tournament",
    .summary = "The loser of each pair signals the winner; the last winner wakes all others in "
               "reverse order.",
    .reference = "Hensgen, Finkel and Manber, Int. J. Parallel Programming 17(1), 1988",
    .formula = "2qα",
    .plan =
        [](const Problem& x, int r) {
          const RootedTree tree = k_nomial_tree(x.p, 2);
          BlockPlan plan = in_sequence(up_the_tree(tree, 0, r, Carried::kSubtree), tree.rounds(),
                                       down_the_tree(tree, 0, r, Carried::kSubtree));
          plan.pieces = BlockPlan::kTokens;
          return plan;
        },
});

}  // namespace orrery::barrier_tournament
