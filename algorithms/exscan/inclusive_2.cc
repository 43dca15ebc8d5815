// Exclusive scan with two inclusive rounds: 123-doubling.
// Ref      J. L. Träff, arXiv 2507.04785, rebuilt from its abstract.
// Letters  p ranks, q = ceil(log2 p), Q rounds, m bytes, W sum so far, x own vector (see prefix.h).
// Rounds   Q: until W covers p - 1 ranks. An inclusive round sends W and the rank's own vector, an exclusive one W.
// Sent     at most m in each round by a rank.
// Time     at most Q (α + m β) + (Q) m γ.
#include "algorithms/phases/prefix.h"

namespace orrery::exscan_inclusive_2 {

extern constinit const Algorithm exscan_inclusive_2 = exscan_by_inclusive_rounds<2>(
    "inclusive-2", "123-doubling: skips 1, 2, 3, 6, 12, ...; rank order is kept.",
    "at most R(α + mβ) + Rmγ");

}  // namespace orrery::exscan_inclusive_2
