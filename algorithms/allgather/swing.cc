// Swing allgather: the second half of swing-bandwidth, from every rank's block.
// Ref      De Sensi, Bonato, Saam and Hoefler, "Swing", NSDI 2024, Sec. 2.1, 3.1.1, 3.2 and 4.
// Rounds   log2 p for powers of two; see allreduce swing-bandwidth for all others.
// Sent     (p-1) m by every rank on one ring, m bytes being the contribution of one.
// Time     log2 p α + (p-1) m β on one ring of 2^k ranks.
#include "algorithms/common/symmetry_hint.h"
#include "algorithms/phases/tori/torus_halves.h"

namespace orrery::allgather_swing {

extern constinit const Algorithm allgather_swing = with_costs<TorusAllgather{{Pairing::kSwing}}>({
    .collective = "allgather",
    .name = "swing",
    .summary = "The data of ranks double with partners that swing from side to side, the distant "
               "ones first, through all ports of a torus.",
    .reference = "De Sensi, Bonato, Saam and Hoefler, Swing, NSDI 2024, Sec. 3.1.1",
    .formula = "log2 p α + (p-1)mβ",
    .formula_if = "p = 2^q",
    .symmetry = [](const Problem& x) { return symmetric_by_coordinates(x, 2, 1); },
});

}  // namespace orrery::allgather_swing
