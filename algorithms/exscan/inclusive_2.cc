// Exclusive scan with two inclusive rounds: 123-doubling.
// Ref      J. L. Träff, arXiv 2507.04785, rebuilt from its abstract.
// Letters  p ranks, q = ceil(log2 p), Q rounds, m bytes, W sum so far, x own vector (see prefix.h).
// Rounds   Q: until W covers p - 1 ranks. An inclusive round sends W and the own vector, an exclusive one W.
// Sent     at most m in each round by a rank.
// Time     at most Q (α + m β) + (Q) m γ.
#include "algorithms/phases/prefix.h"

namespace orrery::exscan_inclusive_2 {

namespace {

prefix::Plan plan(const Problem& x, int r) {
  return prefix::exclusive(x.p, r, prefix::inclusive_rounds(x.p, 2));
}

}  // namespace

extern constinit const Algorithm exscan_inclusive_2 = by_prefix_plan<plan>({
    .collective = "exscan",
    .name = "inclusive-2",
    .summary = "123-doubling: skips 1, 2, 3, 6, 12, ...; rank order is kept.",
    .reference = "Träff, arXiv 2507.04785",
    .formula = "at most R(α + mβ) + Rmγ",
    .formula_if = "p > 2",
    .reproducible = Reproducible::kOnAllRanks,
});

}  // namespace orrery::exscan_inclusive_2
