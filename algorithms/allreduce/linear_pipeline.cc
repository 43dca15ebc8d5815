// Pipelined chain allreduce: sums go down the chain while results come up.
// Ref      J. L. Träff, arXiv 2109.12626, on a chain.
// Letters  p ranks, n blocks, m bytes.
// Rounds   2 (n + p) - 3; 2 (p - 1) for n = 1, n + 1 for p = 2.
// Sent     2 m by every inner rank.
// Time     (2 (n + p) - 3)(α + m/n β) without γ, for n > 1 and p > 2.
#include "algorithms/phases/follow.h"
#include "algorithms/schedules/pipelines.h"

namespace orrery::allreduce_linear_pipeline {

namespace {

std::int64_t rounds(const Problem& x, int n) {
  return chain_allreduce_rounds(x.p, n);
}

}  // namespace

extern constinit const Algorithm allreduce_linear_pipeline =
    by_pipeline<allreduce_linear_pipeline, rounds, 1>({
        .collective = "allreduce",
        .name = "linear-pipeline",
        .summary = "Sums of n blocks flow down a chain of ranks while results come back up; rank "
                   "order is kept.",
        .reference = "folklore; Träff, arXiv 2109.12626",
        .formula = "(2(n+p)-3)(α + m/n β)",
        .formula_if = "γ = 0, n > 1, p > 2",
        .reproducible = Reproducible::kOnAllRanks,
        .plan = [](const Problem& x, int r) { return chain_allreduce(x.p, r, x.blocks); },
        .bytes_total = [](const Problem& x) { return 2 * std::int64_t{x.p - 1} * x.bytes(); },
    });

}  // namespace orrery::allreduce_linear_pipeline
