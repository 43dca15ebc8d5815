// Gather from all at once.
// Ref      folklore.
// Letters  p ranks, m bytes of each rank.
// Rounds   1: the root posts all receives and waits.
// Sent     m by every rank but the root.
// Time     (p-1)(α + m β) on one port, α + m β where all go at once.
#include "algorithms/phases/follow.h"
#include "algorithms/schedules/trees/k_nomial.h"

namespace orrery::gather_linear_at_once {

extern constinit const Algorithm gather_linear_at_once = by_plan<gather_linear_at_once>({
    .collective = "gather",
    .name = "linear-at-once",
    .summary = "The root posts the receives of all blocks at once.",
    .reference = "folklore",
    .formula = "(p-1)(α + mβ)",
    .plan = [](const Problem& x,
               int r) { return up_the_tree(flat_tree(x.p), x.root, r, Carried::kSubtree); },
    .bytes_total = [](const Problem& x) { return (x.p - 1) * x.bytes(); },
    .bytes_max_rank = [](const Problem& x) { return x.p > 1 ? x.bytes() : Bytes(0); },
});

}  // namespace orrery::gather_linear_at_once
