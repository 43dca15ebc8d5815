// Doubly pipelined, dual-root allreduce over two binary trees.
// Ref      J. L. Träff, "A Doubly-pipelined, Dual-root Reduction-to-all Algorithm and Implementation",
//          arXiv 2109.12626.
// Letters  p ranks, n blocks, m bytes, H largest depth of the two trees.
// Rounds   n + H. In a round a rank passes on results to its children and takes their sums, adds, and exchanges with its parent.
// Sent     at most 3 m by a rank.
// Time     at most (4H + 1 + 3 (n-1))(α + m/n β) without γ; n (α + m/n β) for p = 2.
#include "algorithms/phases/follow.h"
#include "algorithms/schedules/pipelines.h"

namespace orrery::allreduce_dual_root {

namespace {

std::int64_t rounds(const Problem& x, int n) {
  return dual_root_rounds(x.p, n);
}

}  // namespace

extern constinit const Algorithm allreduce_dual_root = by_pipeline<allreduce_dual_root, rounds, 1>({
    .collective = "allreduce",
    .name = "dual-root",
    .summary = "Sums flow up two binary trees of half of the ranks, the roots exchange them, and "
               "results flow back meanwhile; rank order is kept.",
    .reference = "Träff, arXiv 2109.12626",
    .formula = "at most (4H+1+3(n-1))(α + m/n β)",
    .formula_if = "γ = 0",
    .reproducible = Reproducible::kOnAllRanks,
    .plan = [](const Problem& x, int r) { return dual_root_allreduce(x.p, r, x.blocks); },
    .bytes_total = [](const Problem& x) { return 2 * std::int64_t{x.p - 1} * x.bytes(); },
});

}  // namespace orrery::allreduce_dual_root
