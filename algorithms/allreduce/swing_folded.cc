// Swing allreduce for odd sides: one node of each line hands its vector over and gets the result.
// Ref      De Sensi, Bonato, Saam and Hoefler, "Swing: Short-cutting Rings for Higher Bandwidth
//          Allreduce", NSDI 2024, Sec. 3.1.1 and 3.2; the folding is that of Sec. 2.3.2, to an even
//          number of nodes and by halves.
// Letters  p ranks, D dimensions, F of them of odd sides, m bytes, r rank, s step, b block.
// Parts    several collectives at once, plain and mirrored as in swing-latency, in turns that leave
//          out nodes far from each other (see FoldedSwing::Lanes).
// Rounds   2F more than swing-bandwidth on even sides. First, dimension by dimension, a node of each
//          line sends the lower half of its vector to the neighbour below and the upper half to the
//          neighbour above; in the end they send back the result. swing-bandwidth, as the paper has
//          it, exchanges a block with each of the p - 1 others instead: a message of which every one
//          crosses the two links of that node, in both directions in both phases.
// Sent     2 (p-1) m by all ranks together, as in swing-bandwidth.
// Time     for p odd and p - 1 a power of two, on one ring: 2 log2(p-1) α + 2 (p-2)/(p-1) m β +
//          (p-2)/(p-1) m γ, and for the folding with one port 4 α + 2 m β + m/2 γ.
// Needs    a commutative operator.
#include "algorithms/phases/tori/swing_folded.h"

namespace orrery::allreduce_swing_folded {

extern constinit const Algorithm allreduce_swing_folded = with_costs<FoldedSwing{}>({
    .collective = "allreduce",
    .name = "swing-folded",
    .summary = "swing-bandwidth for sides of any length: on a line of odd length, one node gives "
               "each of its two neighbours half of its vector.",
    .reference = "De Sensi, Bonato, Saam and Hoefler, Swing, NSDI 2024, Sec. 2.3.2 and 3.2",
    .formula = "2 log2 p α + 2(p-1)/p mβ + (p-1)/p mγ",
    .formula_if = "p = 2^q",
    .reproducible = Reproducible::kOnAllRanks,
    .needs_commutative = true,
});

}  // namespace orrery::allreduce_swing_folded
