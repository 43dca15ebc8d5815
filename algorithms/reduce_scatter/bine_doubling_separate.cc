// Reduce-scatter with Bine partners, distances doubling, every block a message of its own.
// Ref      D. De Sensi et al., "Bine Trees: Enhancing Collective Operations by Optimizing Communication
//          Locality", SC 2025.
// Letters  p ranks (even), q = ceil(log2 p), m bytes.
// Rounds   q.
// Sent     all blocks but the rank's own.
// Time     (p-1)(α + m/p β) + (p-1)/p m γ.
// Needs    a commutative operator.
#include "algorithms/common/arithmetic.h"
#include "algorithms/common/symmetry_hint.h"
#include "algorithms/phases/follow.h"
#include "algorithms/schedules/tori/bine.h"

namespace orrery::reduce_scatter_bine_doubling_separate {

extern constinit const Algorithm reduce_scatter_bine_doubling_separate =
    by_plan<reduce_scatter_bine_doubling_separate>({
        .collective = "reduce-scatter",
        .name = "bine-doubling-separate",
        .summary = "Near partners first, as bine-doubling, but each block is a message: all those "
                   "of a step at once.",
        .reference = "De Sensi et al., Bine Trees, SC 2025",
        .formula = "(p-1)(α + m/p β) + (p-1)/p mγ",
        .formula_if = "p even",
        .reproducible = Reproducible::kOnAllRanks,
        .needs_commutative = true,
        .needs_ranks = Ranks::kEven,
        .plan =
            [](const Problem& x, int r) {
              return separated(backwards_adding(bine::allgather_near(x.p, r), ceil_log2(x.p), r));
            },
        .symmetry = [](const Problem& x) { return symmetric_by_number(x, 2, x.p); },
        .rounds = [](const Problem& x) -> std::int64_t { return ceil_log2(x.p); },
        .bytes_total = [](const Problem& x) { return std::int64_t{x.p - 1} * x.bytes(); },
    });

}  // namespace orrery::reduce_scatter_bine_doubling_separate
