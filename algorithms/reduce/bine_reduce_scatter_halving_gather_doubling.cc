// Reduce in two Bine phases: reduce-scatter with distances halving, gather with distances doubling.
// Ref      D. De Sensi et al., "Bine Trees: Enhancing Collective Operations by Optimizing Communication
//          Locality", SC 2025.
// Letters  p ranks, a power of two, q = log2 p, m bytes.
// Rounds   2q.
// Sent     (p-1 + q/2) m in all, at most (p-1)/p m + m/2 by one rank.
// Time     2q α + 2 (p-1)/p m β + (p-1)/p m γ.
// Needs    a commutative operator.
#include "algorithms/common/arithmetic.h"
#include "algorithms/phases/follow.h"
#include "algorithms/schedules/tori/bine.h"

namespace orrery::reduce_bine_reduce_scatter_halving_gather_doubling {

extern constinit const Algorithm reduce_bine_reduce_scatter_halving_gather_doubling =
    by_plan<reduce_bine_reduce_scatter_halving_gather_doubling>({
        .collective = "reduce",
        .name = "bine-reduce-scatter-halving-gather-doubling",
        .summary = "Every rank sums a piece, and the pieces move up a Bine tree.",
        .reference = "De Sensi et al., Bine Trees, SC 2025",
        .formula = "2qα + 2(p-1)/p mβ + (p-1)/p mγ",
        .formula_if = "p = 2^q",
        .reproducible = Reproducible::kOnAllRanks,
        .needs_commutative = true,
        .needs_ranks = Ranks::kPowersOfTwo,
        .plan = [](const Problem& x,
                   int r) { return bine::reduce(x.p, x.root, r, bine::Distances::kHalving); },
        .rounds = [](const Problem& x) -> std::int64_t { return std::int64_t{2} * ceil_log2(x.p); },
    });

}  // namespace orrery::reduce_bine_reduce_scatter_halving_gather_doubling
