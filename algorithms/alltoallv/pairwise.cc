// Pairwise irregular all-to-all: one peer after another.
// Ref      R. Thakur, R. Rabenseifner, W. Gropp, "Optimization of Collective Communication
//          Operations in MPICH", IJHPCA 19(1), 2005, Sec. 4.4.
// Letters  p ranks, r own rank, m bytes of all ranks together, m_ab of what rank a has for rank b, k round.
// Rounds   p - 1. In round k rank r sends its block for r + k + 1, and receives the one from r - k - 1.
// Sent     every block once.
// Time     (p-1)(α + m/p² β) where all m_ab are equal; the rank's own block is copied meanwhile.
#include "algorithms/phases/follow.h"
#include "algorithms/schedules/pairs.h"

namespace orrery::alltoallv_pairwise {

extern constinit const Algorithm alltoallv_pairwise = by_plan<alltoallv_pairwise>({
    .collective = "alltoallv",
    .name = "pairwise",
    .summary = "Every rank exchanges blocks with one peer after another.",
    .reference = "Thakur, Rabenseifner and Gropp, IJHPCA 19(1), 2005, Sec. 4.4",
    .formula = "(p-1)(α + m/(pp) β)",
    .plan = [](const Problem& x, int r) { return pairs::shifted(x.p, r, 1); },
});

}  // namespace orrery::alltoallv_pairwise
