// Broadcast to all at once.
// Ref      folklore.
// Letters  p ranks, m bytes.
// Rounds   1: the root posts all its messages and waits.
// Sent     (p-1) m by the root.
// Time     (p-1)(α + m β) on one port, α + m β where all go at once.
#include "algorithms/phases/follow.h"
#include "algorithms/schedules/trees/k_nomial.h"

namespace orrery::broadcast_linear_at_once {

extern constinit const Algorithm broadcast_linear_at_once = by_plan<broadcast_linear_at_once>({
    .collective = "broadcast",
    .name = "linear-at-once",
    .summary = "The root posts the vector to all others at once.",
    .reference = "folklore",
    .formula = "(p-1)(α + mβ)",
    .plan = [](const Problem& x,
               int r) { return down_the_tree(flat_tree(x.p), x.root, r, Carried::kVector); },
    .bytes_total = [](const Problem& x) { return (x.p - 1) * x.bytes(); },
    .bytes_max_rank = [](const Problem& x) { return (x.p - 1) * x.bytes(); },
});

}  // namespace orrery::broadcast_linear_at_once
