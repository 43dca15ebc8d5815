// TuNA over nodes, staggered: blocks travel digit by digit inside of nodes, then node by node, one by one.
// Ref      K. Fan et al., "Configurable Non-uniform All-to-all Algorithms", arXiv 2411.02581, 2024, as in the authors' code;
//          there blocks go to lower ranks.
// Letters  p ranks in N nodes of s, g node and i place of a rank, k radix, K_s = number of moves z k^x < s with
//          z = 1 .. k-1, D_s = sum of the non-zero digits in 1 .. s-1, m_ab bytes that rank a has for rank b.
// Rounds   K_s and then N - 1, as tuna-nodes-coalesced, but between nodes every block is a message of its own; those of a
//          round are begun together.
// Sent     as tuna-nodes-coalesced.
// Time     2K_s α + 4 N D_s β + N D_s m/p² β + (N-1) s (α + m/p² β) where all m_ab are equal; the rank's own block is copied
//          meanwhile.
#include "algorithms/phases/follow.h"
#include "algorithms/schedules/tuna.h"

namespace orrery::alltoallv_tuna_nodes_staggered {

extern constinit const Algorithm alltoallv_tuna_nodes_staggered =
    by_plan<alltoallv_tuna_nodes_staggered>({
        .collective = "alltoallv",
        .name = "tuna-nodes-staggered",
        .summary =
            "Blocks travel digit by digit inside of every group of ranks, then from group to "
            "group, each block by itself.",
        .reference = "Fan et al., Configurable Non-uniform All-to-all Algorithms, arXiv 2411.02581",
        .formula = "2K_s α + 4N D_s β + N D_s m/(pp) β + (N-1)s(α + m/(pp) β)",
        .formula_if = "N > 1",
        .radixed = true,
        .grouped = true,
        .plan =
            [](const Problem& x, int r) {
              return tuna::over_nodes(groups_of(x, true), r, x.radix, false, one_at_a_time(x));
            },
        .unsupported = groups_differ,
    });

}  // namespace orrery::alltoallv_tuna_nodes_staggered
