// Reduce-scatter with Bine partners, distances doubling, on positions: at the end every block goes from its position to its rank.
// Ref      D. De Sensi et al., "Bine Trees: Enhancing Collective Operations by Optimizing Communication
//          Locality", SC 2025.
// Letters  p ranks, a power of two, q = log2 p, m bytes.
// Rounds   q + 1.
// Sent     m bytes by a rank whose position is another rank, (p-1)/p m by the others.
// Time     (q+1) α + m β + (p-1)/p m γ for p > 2.
// Needs    a commutative operator.
#include "algorithms/phases/follow.h"
#include "algorithms/schedules/tori/bine.h"

namespace orrery::reduce_scatter_bine_doubling_send {

extern constinit const Algorithm reduce_scatter_bine_doubling_send =
    by_plan<reduce_scatter_bine_doubling_send>({
        .collective = "reduce-scatter",
        .name = "bine-doubling-send",
        .summary = "Blocks lie in the order of a contiguous vector, and go to their ranks at the "
                   "end; near partners first.",
        .reference = "De Sensi et al., Bine Trees, SC 2025",
        .formula = "(q+1)α + mβ + (p-1)/p mγ",
        .formula_if = "p = 2^q, p > 2",
        .reproducible = Reproducible::kOnAllRanks,
        .needs_commutative = true,
        .needs_ranks = Ranks::kPowersOfTwo,
        .plan = [](const Problem& x, int r) { return bine::reduce_scatter_near_sent(x.p, r); },
    });

}  // namespace orrery::reduce_scatter_bine_doubling_send
