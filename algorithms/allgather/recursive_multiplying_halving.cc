// Recursive multiplying: allgather in groups of k, distances falling.
// Ref      M. Ruefenacht, M. Bull, S. Booth, "Generalisation of recursive doubling for AllReduce", Parallel
//          Computing 69, 2017; folding as MPICH's recursive exchange.
// Letters  p ranks, k radix, t = floor(log_k p), p' = k^t participants, m bytes contributed by each rank.
// Rounds   t, and 2 more if p is not a power of k.
// Sent     (p-1) m by every rank for p = k^t.
// Time     t (k-1) α + (p-1) m β for p = k^t.
#include "algorithms/phases/follow.h"
#include "algorithms/schedules/radix.h"

namespace orrery::allgather_recursive_multiplying_halving {

extern constinit const Algorithm allgather_recursive_multiplying_halving =
    by_plan<allgather_recursive_multiplying_halving>({
        .collective = "allgather",
        .name = "recursive-multiplying-halving",
        .summary =
            "As recursive-multiplying, the most distant ranks first: most data go to near ones.",
        .reference = "Ruefenacht, Bull and Booth, Parallel Computing 69, 2017; folding as MPICH",
        .formula = "t(k-1)α + (p-1)mβ",
        .formula_if = "p = k^t",
        .radixed = true,
        .plan = [](const Problem& x,
                   int r) { return radix::allgather(x.p, r, x.radix, true, one_at_a_time(x)); },
    });

}  // namespace orrery::allgather_recursive_multiplying_halving
