// Allgather with Bine partners, distances halving.
// Ref      D. De Sensi et al., "Bine Trees: Enhancing Collective Operations by Optimizing Communication
//          Locality", SC 2025. Its distances are those of Swing: this is allgather swing under its other name.
// Letters  p ranks (even), q = ceil(log2 p), m bytes.
// Rounds   q.
// Sent     (p-1) m by every rank, m bytes being the contribution of one.
// Time     log2 p α + (p-1) m β for p = 2^q.
#include "algorithms/common/symmetry_hint.h"
#include "algorithms/phases/tori/torus_halves.h"

namespace orrery::allgather_bine_halving {

namespace {

// Swing supports odd numbers of ranks, Bine does not.
}  // namespace

extern constinit const Algorithm allgather_bine_halving =
    with_costs<TorusAllgather{{Pairing::kSwing}}>({
        .collective = "allgather",
        .name = "bine-halving",
        .summary = "Most data go to near ranks, on alternating sides; the same as swing.",
        .reference = "De Sensi et al., Bine Trees, SC 2025",
        .formula = "qα + (p-1)mβ",
        .formula_if = "p = 2^q",
        .needs_ranks = Ranks::kEven,
        .symmetry = [](const Problem& x) { return symmetric_by_coordinates(x, 2, 1); },
    });

}  // namespace orrery::allgather_bine_halving
