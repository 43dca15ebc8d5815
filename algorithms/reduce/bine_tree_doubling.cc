// Reduce up the Bine tree, distances doubling: the broadcast of halving distances backwards.
// Ref      D. De Sensi et al., "Bine Trees: Enhancing Collective Operations by Optimizing Communication
//          Locality", SC 2025.
// Letters  p ranks, q = ceil(log2 p), v = (r - root) mod p virtual rank, m bytes.
// Rounds   q, one more for some odd p: see bine::tree.
// Sent     m by every rank but the root.
// Time     q (α + m β + m γ) for p = 2^q.
// Needs    a commutative operator.
#include "algorithms/phases/follow.h"
#include "algorithms/schedules/tori/bine.h"

namespace orrery::reduce_bine_tree_doubling {

extern constinit const Algorithm reduce_bine_tree_doubling = by_plan<reduce_bine_tree_doubling>({
    .collective = "reduce",
    .name = "bine-tree-doubling",
    .summary = "Partial sums move up a Bine tree, over the short edges first.",
    .reference = "De Sensi et al., Bine Trees, SC 2025",
    .formula = "q(α + mβ + mγ)",
    .formula_if = "p = 2^q",
    .reproducible = Reproducible::kOnAllRanks,
    .needs_commutative = true,
    .plan =
        [](const Problem& x, int r) {
          return up_the_tree(bine::tree(x.p, bine::Distances::kHalving), x.root, r,
                             Carried::kVector);
        },
    .bytes_total = [](const Problem& x) { return (x.p - 1) * x.bytes(); },
    .bytes_max_rank = [](const Problem& x) { return x.p > 1 ? x.bytes() : Bytes(0); },
});

}  // namespace orrery::reduce_bine_tree_doubling
