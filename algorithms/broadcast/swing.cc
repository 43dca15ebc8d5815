// Swing broadcast: binomial trees whose edges swing from side to side, one for each port.
// Ref      De Sensi, Bonato, Saam and Hoefler, "Swing", NSDI 2024, Sec. 2.1 (any collective for which
//          binomial trees can be used).
// Letters  p ranks, D dimensions, m bytes.
// Parts    2D trees at once for m/(2D) each, as in allreduce swing-latency; one without coordinates.
// Rounds   log2 p for powers of two: the steps of the reduce-scatter backwards, so that the few
//          messages of the first rounds are those that go far.
// Sent     m by every parent to each child.
// Time     log2 p (α + m β) on one ring of 2^k ranks.
#include "algorithms/phases/tori/swing_tree.h"

namespace orrery::broadcast_swing {

extern const Algorithm broadcast_swing{
    .collective = "broadcast",
    .name = "swing",
    .summary =
        "Binomial trees whose edges swing from side to side, one for each port of a torus, long "
        "edges first.",
    .reference = "De Sensi, Bonato, Saam and Hoefler, Swing, NSDI 2024, Sec. 2.1",
    .formula = "log2 p (α + mβ)",
    .formula_if = "p = 2^q",
    .run = swing_broadcast,
    .rounds = swing_tree_rounds,
    .bytes_total = reduce_scatter_bytes,
    .bytes_max_rank = swing_broadcast_most,
    .time = [](const Problem& x) { return swing_tree_time(x, false); },
};

}  // namespace orrery::broadcast_swing
