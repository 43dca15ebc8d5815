// TuNA, irregular all-to-all of radix k: blocks travel digit by digit, their sizes before them.
// Ref      K. Fan et al., "Configurable Non-uniform All-to-all Algorithms", arXiv 2411.02581, 2024: the two phases of a
//          round as in the authors' code; there blocks go to lower ranks.
// Letters  p ranks, k radix, w = ceil(log_k p), K = number of moves z k^s < p with z = 1 .. k-1, K1 of them with one block,
//          D = sum of the non-zero digits in 1 .. p-1, m_ab bytes that rank a has for rank b.
// Rounds   K on one port; w where messages go at once. In move (s, z) all blocks with digit z in place s move by z k^s:
//          first their sizes, four bytes each (none of a block that is alone: it comes from its rank), then they.
// Sent     m_ab for each non-zero digit of b - a, and 4 (D - K1) bytes by every rank; empty messages, too.
// Time     (2K - K1)α + 4(D - K1)β + D m/p² β where all m_ab are equal; the rank's own block is copied meanwhile.
#include "algorithms/schedules/tuna.h"

#include "algorithms/phases/follow.h"

namespace orrery::alltoallv_tuna {

extern constinit const Algorithm alltoallv_tuna = by_plan<alltoallv_tuna>({
    .collective = "alltoallv",
    .name = "tuna",
    .summary =
        "Blocks travel to their destination digit by digit of the distance, many in one message, "
        "which follows one with their sizes.",
    .reference = "Fan et al., Configurable Non-uniform All-to-all Algorithms, arXiv 2411.02581",
    .formula = "(2K - K1)α + 4(D - K1)β + D m/(pp) β",
    .radixed = true,
    .plan = [](const Problem& x,
               int r) { return tuna::alltoallv(x.p, r, x.radix, one_at_a_time(x)); },
});

}  // namespace orrery::alltoallv_tuna
