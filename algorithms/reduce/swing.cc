// Swing reduce: binomial trees whose edges swing from side to side, one for each port.
// Ref      De Sensi, Bonato, Saam and Hoefler, "Swing", NSDI 2024, Sec. 2.1 (any collective for which
//          binomial trees can be used).
// Letters  p ranks, D dimensions, m bytes.
// Parts    2D trees at once for m/(2D) each, as in allreduce swing-latency; one without coordinates.
// Rounds   log2 p for powers of two: a rank sends its sum in the step in which a reduce-scatter gives
//          the root's block away.
// Sent     m by every rank but the root.
// Time     log2 p (α + m β + m γ) on one ring of 2^k ranks.
// Needs    a commutative operator.
#include "algorithms/phases/tori/swing_tree.h"

namespace orrery::reduce_swing {

extern const Algorithm reduce_swing{
    .collective = "reduce",
    .name = "swing",
    .summary =
        "Binomial trees whose edges swing from side to side, one for each port of a torus, short "
        "edges first.",
    .reference = "De Sensi, Bonato, Saam and Hoefler, Swing, NSDI 2024, Sec. 2.1",
    .formula = "log2 p (α + mβ + mγ)",
    .formula_if = "p = 2^q",
    .reproducible = Reproducible::kOnAllRanks,
    .needs_commutative = true,
    .run = swing_reduce,
    .rounds = swing_tree_rounds,
    .bytes_total = reduce_scatter_bytes,
    .bytes_max_rank = swing_reduce_most,
    .time = [](const Problem& x) { return swing_tree_time(x, true); },
};

}  // namespace orrery::reduce_swing
