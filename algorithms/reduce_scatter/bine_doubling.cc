// Reduce-scatter with Bine partners, distances doubling.
// Ref      D. De Sensi et al., "Bine Trees: Enhancing Collective Operations by Optimizing Communication
//          Locality", SC 2025. Its distances are those of Swing: this is reduce-scatter swing under its other name.
// Letters  p ranks (even), q = ceil(log2 p), m bytes.
// Rounds   q.
// Sent     all blocks but the rank's own.
// Time     log2 p α + (p-1)/p m (β + γ) for p = 2^q.
// Needs    a commutative operator.
#include "algorithms/common/symmetry_hint.h"
#include "algorithms/phases/tori/torus_halves.h"

namespace orrery::reduce_scatter_bine_doubling {

namespace {

// Swing supports odd numbers of ranks, Bine does not.
}  // namespace

extern constinit const Algorithm reduce_scatter_bine_doubling =
    with_costs<TorusReduceScatter{{Pairing::kSwing}}>({
        .collective = "reduce-scatter",
        .name = "bine-doubling",
        .summary = "Most data go to near ranks, on alternating sides; the same as swing.",
        .reference = "De Sensi et al., Bine Trees, SC 2025",
        .formula = "qα + (p-1)/p m(β + γ)",
        .formula_if = "p = 2^q",
        .reproducible = Reproducible::kOnAllRanks,
        .needs_commutative = true,
        .needs_ranks = Ranks::kEven,
        .symmetry = [](const Problem& x) { return symmetric_by_coordinates(x, 2, x.p); },
    });

}  // namespace orrery::reduce_scatter_bine_doubling
