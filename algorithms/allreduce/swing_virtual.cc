// Swing allreduce for odd sides: every line gets a virtual node, which one of its nodes plays.
// Ref      De Sensi, Bonato, Saam and Hoefler, "Swing: Short-cutting Rings for Higher Bandwidth
//          Allreduce", NSDI 2024, Sec. 3.1.1, 3.2 and 4; the virtual node is ours.
// Letters  p ranks, D dimensions, q = Σ_i ceil(log2(d_i + d_i mod 2)), m bytes, s step.
// Parts    2D collectives at once on m/(2D) each, as in swing-latency.
// Rounds   2q, those of swing-bandwidth on sides that are longer by the virtual node. A node and the
//          virtual one that it plays pair up in step 0, so that they give each other their halves
//          without a message: from then on the node goes on with two partners in every step (see
//          SwingLine).
// Sent     2 (p-1) m by all ranks together, as in swing-bandwidth. On one ring of p + 1 = 2^k: 3/2 m by a
//          node that plays two, which owns two blocks, and 2 p/(p+1) m by any other.
// Time     the steps of a node that plays two take twice as long from step 1 on. For p + 1 a power of
//          two, with one port and one collective, that is about 2 (2 log2(p+1) - 1) α + 3 m β + m γ
//          (swing-bandwidth takes 2 log2(p+1) α + 2 m β + m γ on p + 1 ranks); two collectives at once
//          fill each other's gaps.
// Needs    a commutative operator.
#include "algorithms/phases/tori/torus_allreduce.h"

namespace orrery::allreduce_swing_virtual {

extern constinit const Algorithm allreduce_swing_virtual =
    with_costs<BandwidthOptimal{{Pairing::kSwing, Design::Shape::kEveryPort, OddSide::kVirtual}}>({
        .collective = "allreduce",
        .name = "swing-virtual",
        .summary = "swing-bandwidth for sides of any length: on a line of odd length, one node "
                   "also plays a virtual node and has two partners from step 2 on.",
        .reference = "De Sensi, Bonato, Saam and Hoefler, Swing, NSDI 2024, Sec. 3.1.1",
        .formula = "about 2(2 log2(p+1) - 1) α + 3mβ + mγ if p is odd",
        .formula_if = "in words",
        .reproducible = Reproducible::kOnAllRanks,
        .needs_commutative = true,
    });

}  // namespace orrery::allreduce_swing_virtual
