// Gather up the Bine tree, distances halving: the scatter of doubling distances backwards.
// Ref      D. De Sensi et al., "Bine Trees: Enhancing Collective Operations by Optimizing Communication
//          Locality", SC 2025.
// Letters  p ranks, q = ceil(log2 p), v = (r - root) mod p virtual rank, m bytes of each rank.
// Rounds   q, one more for some odd p: see bine::tree.
// Sent     every block once for each level of its rank.
// Time     q α + (p-1) m β for p = 2^q.
#include "algorithms/phases/follow.h"
#include "algorithms/schedules/tori/bine.h"

namespace orrery::gather_bine_halving {

extern constinit const Algorithm gather_bine_halving = by_plan<gather_bine_halving>({
    .collective = "gather",
    .name = "bine-halving",
    .summary = "Blocks of subtrees move up a Bine tree, over the long edges first.",
    .reference = "De Sensi et al., Bine Trees, SC 2025",
    .formula = "qα + (p-1)mβ",
    .formula_if = "p = 2^q",
    .plan =
        [](const Problem& x, int r) {
          return up_the_tree(bine::tree(x.p, bine::Distances::kDoubling), x.root, r,
                             Carried::kSubtree);
        },
});

}  // namespace orrery::gather_bine_halving
