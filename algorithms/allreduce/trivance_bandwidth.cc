// Trivance: allreduce by reduce-scatter and allgather in steps of three, both ways round at once.
// Ref      A. Jürß et al., "Trivance", arXiv 2602.17254, 2026.
// Letters  p ranks, D dimensions of sides d (one ring of p without coordinates), L = ceil(log3 d), δ_s distance of step
//          s (3^s but for the last), m bytes.
// Rounds   twice the sum of L over the dimensions. In step s a rank exchanges with r + δ_s and r - δ_s, for each of
//          the D parts of the vector along another dimension.
// Sent     2 (p-1)/p m by every rank if D p divides m.
// Time     4 L α + 2 (p-1)/p m β + (p-1)/p m γ for one ring of p = 3^L on one port; 2 L (α + m/3 β) with two ports.
// Needs    a commutative operator: windows wrap round.
#include "algorithms/common/symmetry_hint.h"
#include "algorithms/phases/follow.h"
#include "algorithms/schedules/tori/trivance.h"

namespace orrery::allreduce_trivance_bandwidth {

extern constinit const Algorithm allreduce_trivance_bandwidth =
    by_plan<allreduce_trivance_bandwidth>({
        .collective = "allreduce",
        .name = "trivance-bandwidth",
        .summary = "Reduce-scatter and allgather with ranks at both sides at once, at three times "
                   "the distance in each step: log3 of each side steps.",
        .reference = "Jürß et al., Trivance, arXiv 2602.17254, 2026",
        .formula = "4 log3(p) α + 2(p-1)/p mβ + (p-1)/p mγ",
        .formula_if = "p = 3^q, one ring",
        .reproducible = Reproducible::kOnAllRanks,
        .needs_commutative = true,
        .plan = [](const Problem& x, int r) { return trivance::allreduce(trivance::sides(x), r); },
        .symmetry =
            [](const Problem& x) { return symmetric_by_coordinates(x, 1, wide_sides(x) * x.p); },
        .rounds = [](const Problem& x) -> std::int64_t {
          return trivance::rounds(trivance::sides(x));
        },
    });

}  // namespace orrery::allreduce_trivance_bandwidth
