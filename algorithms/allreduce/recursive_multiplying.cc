// Recursive multiplying: allreduce of whole vectors in groups of k.
// Ref      M. Ruefenacht, M. Bull, S. Booth, "Generalisation of recursive doubling for AllReduce", Parallel
//          Computing 69, 2017; folding as MPICH's recursive exchange.
// Letters  p ranks, k radix, t = floor(log_k p), p' = k^t participants, m bytes.
// Rounds   t, and 2 more if p is not a power of k. In step s the k participants that differ in digit s exchange.
// Sent     m t (k-1) by a participant.
// Time     t (k-1) (α + m β + m γ) for p = k^t.
#include "algorithms/phases/follow.h"
#include "algorithms/schedules/radix.h"

namespace orrery::allreduce_recursive_multiplying {

extern constinit const Algorithm allreduce_recursive_multiplying =
    by_plan<allreduce_recursive_multiplying>({
        .collective = "allreduce",
        .name = "recursive-multiplying",
        .summary = "Groups of k ranks exchange whole vectors, at k times the distance in each "
                   "round; rank order is kept.",
        .reference = "Ruefenacht, Bull and Booth, Parallel Computing 69, 2017; folding as MPICH",
        .formula = "t(k-1)(α + mβ + mγ)",
        .formula_if = "p = k^t",
        .reproducible = Reproducible::kOnAllRanks,
        .radixed = true,
        .plan = [](const Problem& x,
                   int r) { return radix::allreduce(x.p, r, x.radix, one_at_a_time(x)); },
    });

}  // namespace orrery::allreduce_recursive_multiplying
