// Allreduce with Bine partners, whole vectors.
// Ref      D. De Sensi et al., "Bine Trees: Enhancing Collective Operations by Optimizing Communication
//          Locality", SC 2025. Its distances are those of Swing: this is allreduce swing-latency under its other name.
// Rounds   log2 p for powers of two, and 2 more where ranks fold.
// Sent     log2 p m by every rank for p = 2^q.
// Time     log2 p (α + m β + m γ) for p = 2^q.
// Needs    a commutative operator.
#include "algorithms/common/symmetry_hint.h"
#include "algorithms/phases/tori/torus_halves.h"

namespace orrery::allreduce_bine_latency {

extern constinit const Algorithm allreduce_bine_latency =
    with_costs<LatencyOptimal{{Pairing::kSwing}}>({
        .collective = "allreduce",
        .name = "bine-latency",
        .summary = "Whole vectors are exchanged on alternating sides; the same as swing-latency.",
        .reference = "De Sensi et al., Bine Trees, SC 2025",
        .formula = "q(α + mβ + mγ)",
        .formula_if = "p = 2^q",
        .needs_commutative = true,
        .symmetry =
            [](const Problem& x) {
              return sides_are_powers_of_two(x) ? symmetric_by_coordinates(x, 2, 1)
                                                : SymmetricNumbering();
            },
    });

}  // namespace orrery::allreduce_bine_latency
