// Scan up and down a binary tree.
// Ref      R. P. Brent, H. T. Kung, "A Regular Layout for Parallel Adders", IEEE TC C-31(3), 1982.
// Letters  p ranks, m bytes, f = floor(log2 p), u rounds.
// Rounds   u = f, and one more for each 3 2^k <= p.
// Sent     at most u m by a rank.
// Time     u (α + m β) + u m γ, or one γ less.
#include "algorithms/phases/follow.h"
#include "algorithms/schedules/pipelines.h"

namespace orrery::scan_up_down {

extern constinit const Algorithm scan_up_down = by_plan<scan_up_down>({
    .collective = "scan",
    .name = "up-down",
    .summary = "Sums of aligned groups of ranks go up a binary tree, and prefixes come down; rank "
               "order is kept.",
    .reference = "Brent and Kung, IEEE TC C-31(3), 1982",
    .formula = "at most R(α + mβ + mγ)",
    .reproducible = Reproducible::kOnAllRanks,
    .plan = [](const Problem& x, int r) { return up_down_scan(x.p, r); },
});

}  // namespace orrery::scan_up_down
