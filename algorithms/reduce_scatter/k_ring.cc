// k-ring reduce-scatter: the allgather backwards.
// Ref      M. Wilkins et al., "Generalized Collective Algorithms for the Exascale Era", CLUSTER 2023; rebuilt from its
//          description.
// Letters  p ranks, k radix, which divides p, p/k groups of k ranks, m bytes.
// Rounds   p - 1.
// Sent     all blocks but the rank's own.
// Time     (p-1)(α + m/p (β + γ)).
// Needs    a commutative operator.
#include "algorithms/phases/follow.h"
#include "algorithms/schedules/radix.h"

namespace orrery::reduce_scatter_k_ring {

extern constinit const Algorithm reduce_scatter_k_ring = by_plan<reduce_scatter_k_ring>({
    .collective = "reduce-scatter",
    .name = "k-ring",
    .summary = "The allgather of k-ring backwards: sums travel round rings of k ranks, and from "
               "group to group.",
    .reference = "Wilkins et al., CLUSTER 2023",
    .formula = "(p-1)(α + m/p β + m/p γ)",
    .reproducible = Reproducible::kOnAllRanks,
    .needs_commutative = true,
    .radixed = true,
    .plan =
        [](const Problem& x, int r) {
          return backwards_adding(radix::ring_allgather(x.p, r, x.radix), x.p - 1, r);
        },
    .unsupported = radix::bad_groups,
    .rounds = [](const Problem& x) -> std::int64_t { return x.p - 1; },
    .bytes_total = [](const Problem& x) { return std::int64_t{x.p - 1} * x.bytes(); },
});

}  // namespace orrery::reduce_scatter_k_ring
