// TuNA over nodes, coalesced: blocks travel digit by digit inside of nodes, then node by node, many as one message.
// Ref      K. Fan et al., "Configurable Non-uniform All-to-all Algorithms", arXiv 2411.02581, 2024, as in the authors' code;
//          there blocks go to lower ranks.
// Letters  p ranks in N nodes of s, g node and i place of a rank, k radix, K_s = number of moves z k^x < s with
//          z = 1 .. k-1, D_s = sum of the non-zero digits in 1 .. s-1, m_ab bytes that rank a has for rank b.
// Rounds   K_s and then N - 1. Inside of its node a rank moves the N blocks for each place, one for every node, as TuNA
//          moves one, with their sizes before them; then it has all blocks of its node for ranks with its own place, and
//          in round j hands those for node g + j over as one message, whose sizes the receiver knows.
// Sent     m_ab between nodes once, inside of nodes for each non-zero digit of (place of b) - (place of a), and
//          4 N D_s bytes by every rank; empty messages, too.
// Time     2K_s α + 4 N D_s β + N D_s m/p² β + (N-1)(α + s m/p² β) where all m_ab are equal; the rank's own block is copied
//          meanwhile.
#include "algorithms/phases/follow.h"
#include "algorithms/schedules/tuna.h"

namespace orrery::alltoallv_tuna_nodes_coalesced {

extern constinit const Algorithm alltoallv_tuna_nodes_coalesced =
    by_plan<alltoallv_tuna_nodes_coalesced>({
        .collective = "alltoallv",
        .name = "tuna-nodes-coalesced",
        .summary =
            "Blocks travel digit by digit inside of every group of ranks, then from group to "
            "group, one message for each other group.",
        .reference = "Fan et al., Configurable Non-uniform All-to-all Algorithms, arXiv 2411.02581",
        .formula = "2K_s α + 4N D_s β + N D_s m/(pp) β + (N-1)(α + s m/(pp) β)",
        .formula_if = "N > 1",
        .radixed = true,
        .grouped = true,
        .plan =
            [](const Problem& x, int r) {
              return tuna::over_nodes(groups_of(x, true), r, x.radix, true, one_at_a_time(x));
            },
        .unsupported = groups_differ,
    });

}  // namespace orrery::alltoallv_tuna_nodes_coalesced
