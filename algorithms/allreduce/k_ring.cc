// k-ring allreduce: reduce-scatter, then allgather.
// Ref      M. Wilkins et al., "Generalized Collective Algorithms for the Exascale Era", CLUSTER 2023; rebuilt from its
//          description.
// Letters  p ranks, k radix, which divides p, p/k groups of k ranks, m bytes.
// Rounds   2 (p-1).
// Sent     2 (p-1)/p m by every rank when p divides m.
// Time     2 (p-1)(α + m/p β) + (p-1)/p m γ.
// Needs    a commutative operator.
#include "algorithms/phases/follow.h"
#include "algorithms/schedules/radix.h"

namespace orrery::allreduce_k_ring {

extern constinit const Algorithm allreduce_k_ring = by_plan<allreduce_k_ring>({
    .collective = "allreduce",
    .name = "k-ring",
    .summary = "The reduce-scatter and the allgather of k-ring.",
    .reference = "Wilkins et al., CLUSTER 2023",
    .formula = "2(p-1)(α + m/p β) + (p-1)/p mγ",
    .reproducible = Reproducible::kOnAllRanks,
    .needs_commutative = true,
    .radixed = true,
    .plan =
        [](const Problem& x, int r) {
          BlockPlan allgather = radix::ring_allgather(x.p, r, x.radix);
          allgather.pieces = x.p;
          return in_sequence(backwards_adding(allgather, x.p - 1, r), x.p - 1, allgather);
        },
    .unsupported = radix::bad_groups,
    .rounds = [](const Problem& x) -> std::int64_t { return 2 * (x.p - 1); },
    .bytes_total = [](const Problem& x) { return 2 * std::int64_t{x.p - 1} * x.bytes(); },
});

}  // namespace orrery::allreduce_k_ring
