// k-ring allgather: rings inside of groups, and one round between groups after each turn.
// Ref      M. Wilkins et al., "Generalized Collective Algorithms for the Exascale Era", CLUSTER 2023; rebuilt from its
//          description.
// Letters  p ranks, k radix, which divides p, p/k groups of k ranks, m bytes contributed by each rank.
// Rounds   p - 1.
// Sent     (p-1) m by every rank; between groups only p (p/k - 1) of all p (p-1) blocks.
// Time     (p-1)(α + m β).
#include "algorithms/phases/follow.h"
#include "algorithms/schedules/radix.h"

namespace orrery::allgather_k_ring {

extern constinit const Algorithm allgather_k_ring = by_plan<allgather_k_ring>({
    .collective = "allgather",
    .name = "k-ring",
    .summary = "Rings inside of groups of k ranks; whole groups of blocks go on to the next group, "
               "through all its ranks.",
    .reference = "Wilkins et al., CLUSTER 2023",
    .formula = "(p-1)(α + mβ)",
    .radixed = true,
    .plan = [](const Problem& x, int r) { return radix::ring_allgather(x.p, r, x.radix); },
    .unsupported = radix::bad_groups,
    .rounds = [](const Problem& x) -> std::int64_t { return x.p - 1; },
    .bytes_total = [](const Problem& x) { return std::int64_t{x.p} * (x.p - 1) * x.bytes(); },
    .bytes_max_rank = [](const Problem& x) { return (x.p - 1) * x.bytes(); },
});

}  // namespace orrery::allgather_k_ring
