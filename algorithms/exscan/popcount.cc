// Exclusive scan by the bits of p - 1.
// Ref      J. L. Träff, arXiv 2604.25667, rebuilt from its abstract.
// Letters  p ranks, q = ceil(log2 p), Q rounds, m bytes, W sum so far, x own vector (see prefix.h).
// Rounds   q: one for each bit of p - 1, the highest first; inclusive for a 1, exclusive for a 0.
// Sent     at most m in each round by a rank.
// Time     at most q (α + m β) + (q + B - 2) m γ with B ones in p - 1.
#include "algorithms/phases/prefix.h"

namespace orrery::exscan_popcount {

namespace {

prefix::ScanPlan plan(const Problem& x, int r) {
  return prefix::exclusive(x.p, r, prefix::popcount_rounds(x.p));
}

}  // namespace

extern constinit const Algorithm exscan_popcount = by_prefix_plan<plan>({
    .collective = "exscan",
    .name = "popcount",
    .summary = "The fewest rounds for every p, with as few sums as the number of 1 bits of p - 1 "
               "allows; rank order is kept.",
    .reference = "Träff, arXiv 2604.25667",
    .formula = "at most q(α + mβ) + 2qmγ",
    .reproducible = Reproducible::kOnAllRanks,
});

}  // namespace orrery::exscan_popcount
