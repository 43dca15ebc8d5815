// Broadcast down the Bine tree, distances doubling.
// Ref      D. De Sensi et al., "Bine Trees: Enhancing Collective Operations by Optimizing Communication
//          Locality", SC 2025.
// Letters  p ranks, q = ceil(log2 p), v = (r - root) mod p virtual rank, m bytes.
// Rounds   q, one more for some odd p: see bine::tree.
// Sent     (p-1) m.
// Time     q (α + m β) for p = 2^q.
#include "algorithms/phases/follow.h"
#include "algorithms/schedules/tori/bine.h"

namespace orrery::broadcast_bine_tree_doubling {

extern constinit const Algorithm broadcast_bine_tree_doubling =
    by_plan<broadcast_bine_tree_doubling>({
        .collective = "broadcast",
        .name = "bine-tree-doubling",
        .summary = "Ranks that have the vector pass it on to partners on alternating sides, the "
                   "near ones first.",
        .reference = "De Sensi et al., Bine Trees, SC 2025",
        .formula = "q(α + mβ)",
        .formula_if = "p = 2^q",
        .plan =
            [](const Problem& x, int r) {
              return down_the_tree(bine::tree(x.p, bine::Distances::kDoubling), x.root, r,
                                   Carried::kVector);
            },
        .bytes_total = [](const Problem& x) { return (x.p - 1) * x.bytes(); },
    });

}  // namespace orrery::broadcast_bine_tree_doubling
