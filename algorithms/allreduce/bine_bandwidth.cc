// Allreduce with Bine partners: reduce-scatter with distances doubling, allgather backwards, on pieces at their positions.
// Ref      D. De Sensi et al., "Bine Trees: Enhancing Collective Operations by Optimizing Communication
//          Locality", SC 2025.
// Letters  p ranks, P = 2^q participants, q = floor(log2 p), m bytes.
// Rounds   2q, and 2 more if p is not a power of two.
// Sent     2 (p-1)/p m by every rank for p = 2^q.
// Time     2q α + 2 (p-1)/p m β + (p-1)/p m γ for p = 2^q.
// Needs    a commutative operator.
#include "algorithms/common/symmetry_hint.h"
#include "algorithms/phases/follow.h"
#include "algorithms/schedules/tori/bine.h"

namespace orrery::allreduce_bine_bandwidth {

extern constinit const Algorithm allreduce_bine_bandwidth = by_plan<allreduce_bine_bandwidth>({
    .collective = "allreduce",
    .name = "bine-bandwidth",
    .summary = "Pieces are summed and handed back over partners on alternating sides; ranks "
               "beyond a power of two fold.",
    .reference = "De Sensi et al., Bine Trees, SC 2025",
    .formula = "2qα + 2(p-1)/p mβ + (p-1)/p mγ",
    .formula_if = "p = 2^q",
    .reproducible = Reproducible::kOnAllRanks,
    .needs_commutative = true,
    .plan = [](const Problem& x, int r) { return bine::allreduce(x.p, r); },
    .symmetry =
        [](const Problem& x) {
          return is_power_of_two(x.p) ? symmetric_by_number(x, 2, x.p) : SymmetricNumbering();
        },
});

}  // namespace orrery::allreduce_bine_bandwidth
