// Exclusive scan with three inclusive rounds.
// Ref      J. L. Träff, arXiv 2507.04785, rebuilt from its abstract.
// Letters  p ranks, q = ceil(log2 p), Q rounds, m bytes, W sum so far, x own vector (see prefix.h).
// Rounds   Q: until W covers p - 1 ranks. An inclusive round sends W and the rank's own vector, an exclusive one W.
// Sent     at most m in each round by a rank.
// Time     at most Q (α + m β) + (Q + 1) m γ.
#include "algorithms/phases/prefix.h"

namespace orrery::exscan_inclusive_3 {

extern constinit const Algorithm exscan_inclusive_3 = exscan_by_inclusive_rounds<3>(
    "inclusive-3", "Three inclusive rounds, then exclusive ones; rank order is kept.",
    "at most R(α + mβ) + (R+1)mγ");

}  // namespace orrery::exscan_inclusive_3
