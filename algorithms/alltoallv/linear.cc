// Linear irregular all-to-all: everything is posted at once, and the ports sort it out.
// Ref      folklore; as Open MPI's basic linear all-to-all.
// Letters  p ranks, r own rank, m bytes of all ranks together, m_ab of what rank a has for rank b, k = 1 .. p-1.
// Rounds   1. Rank r posts the receives from r - k and the blocks for r + k, and waits for all of them.
// Sent     every block once.
// Time     (p-1)(α + m/p² β) where all m_ab are equal; the rank's own block is copied meanwhile.
#include "algorithms/phases/follow.h"
#include "algorithms/schedules/pairs.h"

namespace orrery::alltoallv_linear {

extern constinit const Algorithm alltoallv_linear = by_plan<alltoallv_linear>({
    .collective = "alltoallv",
    .name = "linear",
    .summary = "Every rank posts all its sends and receives at once.",
    .reference = "folklore; as Open MPI's basic linear all-to-all",
    .formula = "(p-1)(α + m/(pp) β)",
    .plan = [](const Problem& x, int r) { return pairs::shifted(x.p, r, x.p); },
});

}  // namespace orrery::alltoallv_linear
