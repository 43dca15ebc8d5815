// Swing allreduce for odd sides through two ports: swing-ahead, with two nodes that play two in turn.
// Ref      De Sensi, Bonato, Saam and Hoefler, "Swing: Short-cutting Rings for Higher Bandwidth
//          Allreduce", NSDI 2024, Sec. 3.1.1, 3.2 and 4; the virtual node is ours.
// Letters  as in swing-virtual.
// Parts    4D collectives at once on m/(4D) each: those of swing-ahead twice, the second time with the
//          nodes that play two half a line further. Each has half as much more to do than the others.
// Rounds   2q, as in swing-virtual.
// Sent     as in swing-virtual.
// Time     twice the α of swing-ahead, with one port.
// Needs    a commutative operator.
#include "algorithms/phases/tori/torus_allreduce.h"

namespace orrery::allreduce_swing_turns {

extern constinit const Algorithm allreduce_swing_turns =
    with_costs<BandwidthOptimal{{Pairing::kSwing, Design::Shape::kEveryPort, OddSide::kAhead, 2}}>({
        .collective = "allreduce",
        .name = "swing-turns",
        .summary = "Two runs of swing-ahead at once, each on half the vector: the nodes that play "
                   "two are half a line apart.",
        .reference = "De Sensi, Bonato, Saam and Hoefler, Swing, NSDI 2024, Sec. 3.1.1",
        .formula = "about 2(2 log2(p+1) - 1) α + 3mβ + mγ if p is odd",
        .formula_if = "in words",
        .reproducible = Reproducible::kOnAllRanks,
        .needs_commutative = true,
    });

}  // namespace orrery::allreduce_swing_turns
