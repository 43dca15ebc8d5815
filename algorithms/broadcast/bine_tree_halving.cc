// Broadcast down the Bine tree, distances halving.
// Ref      D. De Sensi et al., "Bine Trees: Enhancing Collective Operations by Optimizing Communication
//          Locality", SC 2025.
// Letters  p ranks, q = ceil(log2 p), v = (r - root) mod p virtual rank, m bytes.
// Rounds   q, one more for some odd p: see bine::tree.
// Sent     (p-1) m.
// Time     q (α + m β) for p = 2^q.
#include "algorithms/phases/follow.h"
#include "algorithms/schedules/tori/bine.h"

namespace orrery::broadcast_bine_tree_halving {

extern constinit const Algorithm broadcast_bine_tree_halving =
    by_plan<broadcast_bine_tree_halving>({
        .collective = "broadcast",
        .name = "bine-tree-halving",
        .summary = "Ranks that have the vector pass it on to partners on alternating sides, the "
                   "far ones first.",
        .reference = "De Sensi et al., Bine Trees, SC 2025",
        .formula = "q(α + mβ)",
        .formula_if = "p = 2^q",
        .plan =
            [](const Problem& x, int r) {
              return down_the_tree(bine::tree(x.p, bine::Distances::kHalving), x.root, r,
                                   Carried::kVector);
            },
        .bytes_total = [](const Problem& x) { return (x.p - 1) * x.bytes(); },
    });

}  // namespace orrery::broadcast_bine_tree_halving
