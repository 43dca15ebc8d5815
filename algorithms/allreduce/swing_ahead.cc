// Swing allreduce for odd sides through two ports: swing-virtual, with one message a step earlier.
// Ref      De Sensi, Bonato, Saam and Hoefler, "Swing: Short-cutting Rings for Higher Bandwidth
//          Allreduce", NSDI 2024, Sec. 3.1.1, 3.2 and 4; the virtual node is ours.
// Letters  as in swing-virtual.
// Parts    2D collectives at once on m/(2D) each, as in swing-latency.
// Rounds   2q. The node that plays two has nothing to do in step 0, and two partners in step 1. One of
//          these is the node that plays two in the mirrored collective: what the one gives the other in
//          step 1 of the reduce-scatter it gives in step 0 already, and gets back in the last step of
//          the allgather. With two ports neither has a third message then that waits for a port. On a
//          torus this is so along a dimension whose first two steps follow each other.
// Sent     as in swing-virtual.
// Time     as swing-virtual with one port, more or less.
// Needs    a commutative operator.
#include "algorithms/phases/tori/torus_allreduce.h"

namespace orrery::allreduce_swing_ahead {

extern constinit const Algorithm allreduce_swing_ahead =
    with_costs<BandwidthOptimal{{Pairing::kSwing, Design::Shape::kEveryPort, OddSide::kAhead}}>({
        .collective = "allreduce",
        .name = "swing-ahead",
        .summary = "swing-virtual, but the node that plays two sends its data for one of its two "
                   "partners of step 2 already in step 1.",
        .reference = "De Sensi, Bonato, Saam and Hoefler, Swing, NSDI 2024, Sec. 3.1.1",
        .formula = "about 2(2 log2(p+1) - 1) α + 3mβ + mγ if p is odd",
        .formula_if = "in words",
        .reproducible = Reproducible::kOnAllRanks,
        .needs_commutative = true,
    });

}  // namespace orrery::allreduce_swing_ahead
