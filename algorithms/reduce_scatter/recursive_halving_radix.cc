// Reduce-scatter in groups of k, distances falling.
// Ref      M. Ruefenacht, M. Bull, S. Booth, "Generalisation of recursive doubling for AllReduce", Parallel
//          Computing 69, 2017; folding as MPICH's recursive exchange.
// Letters  p ranks, k radix, t = floor(log_k p), p' = k^t participants, m bytes.
// Rounds   t, and 2 more if p is not a power of k.
// Sent     (p-1)/p m by every rank for p = k^t.
// Time     t (k-1) α + (p-1)/p m (β + γ) for p = k^t.
// Needs    a commutative operator.
#include "algorithms/phases/follow.h"
#include "algorithms/schedules/radix.h"

namespace orrery::reduce_scatter_recursive_halving_radix {

extern constinit const Algorithm reduce_scatter_recursive_halving_radix = by_plan<
    reduce_scatter_recursive_halving_radix>({
    .collective = "reduce-scatter",
    .name = "recursive-halving-radix",
    .summary =
        "Groups of k ranks divide the remaining sums among themselves, at ever smaller distances.",
    .reference = "Ruefenacht, Bull and Booth, Parallel Computing 69, 2017; folding as MPICH",
    .formula = "t(k-1)α + (p-1)/p m(β + γ)",
    .formula_if = "p = k^t",
    .reproducible = Reproducible::kOnAllRanks,
    .needs_commutative = true,
    .radixed = true,
    .plan = [](const Problem& x,
               int r) { return radix::reduce_scatter(x.p, r, x.radix, one_at_a_time(x)); },
});

}  // namespace orrery::reduce_scatter_recursive_halving_radix
