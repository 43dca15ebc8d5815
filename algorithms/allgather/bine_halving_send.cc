// Allgather with Bine partners, distances halving, on positions: every block first goes to its position.
// Ref      D. De Sensi et al., "Bine Trees: Enhancing Collective Operations by Optimizing Communication
//          Locality", SC 2025.
// Letters  p ranks, a power of two, q = log2 p, m bytes contributed by each rank.
// Rounds   q + 1.
// Sent     p m by a rank whose position is another rank, (p-1) m by the others.
// Time     (q+1) α + p m β for p > 2.
#include "algorithms/phases/follow.h"
#include "algorithms/schedules/tori/bine.h"

namespace orrery::allgather_bine_halving_send {

extern constinit const Algorithm allgather_bine_halving_send =
    by_plan<allgather_bine_halving_send>({
        .collective = "allgather",
        .name = "bine-halving-send",
        .summary =
            "Blocks first go to their places in a contiguous vector; near partners come last.",
        .reference = "De Sensi et al., Bine Trees, SC 2025",
        .formula = "(q+1)α + pmβ",
        .formula_if = "p = 2^q, p > 2",
        .needs_ranks = Ranks::kPowersOfTwo,
        .plan = [](const Problem& x, int r) { return bine::allgather_near_sent(x.p, r); },
    });

}  // namespace orrery::allgather_bine_halving_send
