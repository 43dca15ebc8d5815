// Swing allreduce by whole vectors for sides of three: all on a line exchange with all.
// Ref      De Sensi, Bonato, Saam and Hoefler, "Swing: Short-cutting Rings for Higher Bandwidth
//          Allreduce", NSDI 2024, Sec. 3.1.2 and 4, which folds such a side; the exchange is ours.
// Letters  p ranks, D dimensions of d_i nodes, k = Σ_i ceil(log2 d_i), m bytes.
// Parts    2D collectives at once on m/(2D) each, as in swing-latency.
// Rounds   log2 d_i for each side that is a power of two, as in swing-latency; one for a side of three:
//          all vectors go to both others at once, where folding takes three rounds. With two ports p = 3
//          takes as long as p = 4.
// Sent     k m by every rank.
// Time     k (α + m β + m γ) with one port.
// Needs    sides of three or powers of two; a commutative operator.
#include "algorithms/phases/tori/swing_direct.h"

namespace orrery::allreduce_swing_direct {

extern constinit const Algorithm allreduce_swing_direct = with_costs<DirectSwing{}>({
    .collective = "allreduce",
    .name = "swing-direct",
    .summary = "swing-latency for sides that are powers of two; on a line of three, all nodes "
               "exchange their vectors with both others at once.",
    .reference = "De Sensi, Bonato, Saam and Hoefler, Swing, NSDI 2024, Sec. 3.1.2",
    .formula = "ceil(log2 p)(α + mβ + mγ)",
    .needs_commutative = true,
    .needs_ranks = Ranks::kThreeOrPowersOfTwo,
    .unsupported = [](const Problem& x) { return DirectSwing{}.bad_side(x); },
});

}  // namespace orrery::allreduce_swing_direct
