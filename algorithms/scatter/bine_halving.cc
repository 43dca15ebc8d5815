// Scatter down the Bine tree, distances halving.
// Ref      D. De Sensi et al., "Bine Trees: Enhancing Collective Operations by Optimizing Communication
//          Locality", SC 2025.
// Letters  p ranks, q = ceil(log2 p), v = (r - root) mod p virtual rank, m bytes for each rank.
// Rounds   q, one more for some odd p: see bine::tree.
// Sent     every block once for each level of its rank; (p-1) m by the root, which sends most.
// Time     q α + (p-1) m β for p = 2^q.
#include "algorithms/phases/follow.h"
#include "algorithms/schedules/tori/bine.h"

namespace orrery::scatter_bine_halving {

extern constinit const Algorithm scatter_bine_halving = by_plan<scatter_bine_halving>({
    .collective = "scatter",
    .name = "bine-halving",
    .summary = "Blocks of subtrees move down a Bine tree, far ranks first.",
    .reference = "De Sensi et al., Bine Trees, SC 2025",
    .formula = "qα + (p-1)mβ",
    .formula_if = "p = 2^q",
    .plan =
        [](const Problem& x, int r) {
          return down_the_tree(bine::tree(x.p, bine::Distances::kHalving), x.root, r,
                               Carried::kSubtree);
        },
    .bytes_max_rank = [](const Problem& x) { return (x.p - 1) * x.bytes(); },
});

}  // namespace orrery::scatter_bine_halving
