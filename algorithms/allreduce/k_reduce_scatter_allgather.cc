// Allreduce by k-ary reduce-scatter and allgather.
// Ref      M. Ruefenacht, M. Bull, S. Booth, "Generalisation of recursive doubling for AllReduce", Parallel
//          Computing 69, 2017; folding as MPICH's recursive exchange.
// Letters  p ranks, k radix, t = floor(log_k p), p' = k^t participants, m bytes.
// Rounds   2t, and 2 more if p is not a power of k.
// Sent     2 (p'-1)/p' m by a participant, without folding.
// Time     2t (k-1) α + 2 (p-1)/p m β + (p-1)/p m γ for p = k^t.
#include "algorithms/phases/follow.h"
#include "algorithms/schedules/radix.h"

namespace orrery::allreduce_k_reduce_scatter_allgather {

extern constinit const Algorithm allreduce_k_reduce_scatter_allgather =
    by_plan<allreduce_k_reduce_scatter_allgather>({
        .collective = "allreduce",
        .name = "k-reduce-scatter-allgather",
        .summary = "Groups of k ranks divide ever smaller parts of the sums, and then exchange the "
                   "results; rank order is kept.",
        .reference = "Ruefenacht, Bull and Booth, Parallel Computing 69, 2017; folding as MPICH",
        .formula = "2t(k-1)α + 2(p-1)/p mβ + (p-1)/p mγ",
        .formula_if = "p = k^t",
        .reproducible = Reproducible::kOnAllRanks,
        .radixed = true,
        .plan = [](const Problem& x,
                   int r) { return radix::allreduce_by_halves(x.p, r, x.radix, one_at_a_time(x)); },
    });

}  // namespace orrery::allreduce_k_reduce_scatter_allgather
