// Swing allreduce, bandwidth-optimal: reduce-scatter by halves with partners that swing from one
// side to the other, then allgather backwards.
// Ref      De Sensi, Bonato, Saam and Hoefler, "Swing: Short-cutting Rings for Higher Bandwidth
//          Allreduce", NSDI 2024, Sec. 3.1.1, 3.2 and 4, App. A.
// Letters  p ranks, D dimensions, q = Σ_i ceil(log2 of d_i, or of d_i - 1 where it is odd), r rank,
//          m bytes, s step, π(r, s) its partner (see swing-latency), b block.
// Parts    2D collectives at once on m/(2D) each, as in swing-latency.
// Rounds   2q. In step s rank r gives π(r, s) its block and all blocks that π(r, s) reaches in later
//          steps, and adds what it gets to its own. Powers of two: blocks are renumbered so that
//          these lie side by side (see Butterfly). Other even sides: a block that can go in several
//          steps goes in the last. Odd sides: one node exchanges a block with each of the others,
//          beside what these do among themselves (see SwingLine).
// Sent     every rank gives away each block but its own once: (p-1)/p m, and as much in the
//          allgather, when p divides m.
// Time     2 log2 p α + 2 (p-1)/p m β + (p-1)/p m γ on one ring of 2^k ranks.
// Needs    a commutative operator.
#include "algorithms/common/symmetry_hint.h"
#include "algorithms/phases/tori/torus_allreduce.h"

namespace orrery::allreduce_swing_bandwidth {

extern constinit const Algorithm allreduce_swing_bandwidth =
    with_costs<BandwidthOptimal{{Pairing::kSwing}}>({
        .collective = "allreduce",
        .name = "swing-bandwidth",
        .summary =
            "Reduce-scatter and allgather by halves, with partners that swing from side to side, "
            "through all ports of a torus: few rounds, the fewest bytes, little congestion.",
        .reference = "De Sensi, Bonato, Saam and Hoefler, Swing, NSDI 2024, Sec. 3.1.1",
        .formula = "2 log2 p α + 2(p-1)/p mβ + (p-1)/p mγ",
        .formula_if = "p = 2^q",
        .reproducible = Reproducible::kOnAllRanks,
        .needs_commutative = true,
        .symmetry = [](const Problem& x) { return symmetric_by_coordinates(x, 2, torus_parts(x)); },
    });

}  // namespace orrery::allreduce_swing_bandwidth
