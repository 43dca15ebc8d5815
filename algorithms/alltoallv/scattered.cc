// Scattered irregular all-to-all: a limited number of messages at once.
// Ref      MPICH, alltoallv_intra_scattered, whose limit is MPIR_CVAR_ALLTOALL_THROTTLE (32 unless set).
// Letters  p ranks, r own rank, m bytes of all ranks together, m_ab of what rank a has for rank b, A limit.
// Rounds   ceil(p/A). In round j rank r posts the receives from r + k and the blocks for r - k, k = jA .. jA + A-1, its
//          own (k = 0) among them, and waits for all of them.
// Sent     every block once.
// Time     (p-1)(α + m/p² β) where all m_ab are equal; the rank's own block is copied meanwhile.
#include "algorithms/phases/follow.h"
#include "algorithms/schedules/pairs.h"

namespace orrery::alltoallv_scattered {

extern constinit const Algorithm alltoallv_scattered = by_plan<alltoallv_scattered>({
    .collective = "alltoallv",
    .name = "scattered",
    .summary =
        "Every rank posts sends and receives for a few peers at once, and then for the next ones.",
    .reference = "MPICH, alltoallv_intra_scattered",
    .formula = "(p-1)(α + m/(pp) β)",
    .aggregating = true,
    .plan =
        [](const Problem& x, int r) {
          return pairs::scattered(x.p, r, x.aggregation == 0 ? x.p : x.aggregation);
        },
});

}  // namespace orrery::alltoallv_scattered
