// Scan by recursive doubling.
// Ref      MPICH, scan_intra_recursive_doubling.
// Letters  p ranks, q = ceil(log2 p), Q rounds, m bytes, W sum so far, x own vector (see prefix.h).
// Rounds   q. In round k rank r and r XOR 2^k exchange the sums over their groups.
// Sent     at most m in each round by a rank.
// Time     at most q (α + m β + 2 m γ).
#include "algorithms/phases/prefix.h"

namespace orrery::scan_recursive_doubling {

namespace {

prefix::ScanPlan plan(const Problem& x, int r) {
  return prefix::recursive_doubling(x.p, r, false);
}

}  // namespace

extern constinit const Algorithm scan_recursive_doubling = by_prefix_plan<plan>({
    .collective = "scan",
    .name = "recursive-doubling",
    .summary =
        "Pairs at doubling distances exchange the sums over their groups; rank order is kept.",
    .reference = "MPICH, recursive doubling",
    .formula = "at most q(α + mβ + 2mγ)",
    .reproducible = Reproducible::kOnAllRanks,
});

}  // namespace orrery::scan_recursive_doubling
