// Swing reduce-scatter: the first half of swing-bandwidth, with every block at its own rank.
// Ref      De Sensi, Bonato, Saam and Hoefler, "Swing", NSDI 2024, Sec. 2.1, 3.1.1, 3.2 and 4.
// Rounds   log2 p for powers of two; see allreduce swing-bandwidth for all others.
// Sent     all blocks but the rank's own: (p-1)/p m when p divides m.
// Time     log2 p α + (p-1)/p m (β + γ) on one ring of 2^k ranks.
// Needs    a commutative operator. Blocks may have any sizes.
#include "algorithms/common/symmetry_hint.h"
#include "algorithms/phases/tori/torus_halves.h"

namespace orrery::reduce_scatter_swing {

extern constinit const Algorithm reduce_scatter_swing =
    with_costs<TorusReduceScatter{{Pairing::kSwing}}>({
        .collective = "reduce-scatter",
        .name = "swing",
        .summary =
            "Halves are exchanged with partners that swing from side to side, through all ports of "
            "a torus.",
        .reference = "De Sensi, Bonato, Saam and Hoefler, Swing, NSDI 2024, Sec. 3.1.1",
        .formula = "log2 p α + (p-1)/p m(β + γ)",
        .formula_if = "p = 2^q",
        .reproducible = Reproducible::kOnAllRanks,
        .needs_commutative = true,
        .symmetry = [](const Problem& x) { return symmetric_by_coordinates(x, 2, x.p); },
    });

}  // namespace orrery::reduce_scatter_swing
