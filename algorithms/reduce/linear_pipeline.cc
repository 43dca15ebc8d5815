// Pipelined chain reduce.
// Ref      folklore.
// Letters  p ranks, n blocks, m bytes, v = (r - root) mod p virtual rank, b block.
// Rounds   n + p - 2. In round p - 2 - v + b rank v adds block b of v + 1 to its own and sends block b - 1 to v - 1.
// Sent     m by every rank but the root.
// Time     (n + p - 2)(α + m/n (β + γ)).
// Sums in the order root, root + 1, ..., root - 1: that of ranks if the root is 0, otherwise the
// operator must be commutative.
#include "algorithms/common/ranks_needed.h"
#include "algorithms/phases/follow.h"
#include "algorithms/schedules/pipelines.h"

namespace orrery::reduce_linear_pipeline {

namespace {

std::int64_t rounds(const Problem& x, int n) {
  return x.p == 1 ? 0 : std::int64_t{n} + x.p - 2;
}

}  // namespace

extern constinit const Algorithm reduce_linear_pipeline =
    by_pipeline<reduce_linear_pipeline, rounds, 1>({
        .collective = "reduce",
        .name = "linear-pipeline",
        .summary = "Sums of n blocks flow down a chain of ranks to the root.",
        .reference = "folklore",
        .formula = "(n+p-2)(α + m/n (β + γ))",
        .reproducible = Reproducible::kOnAllRanks,
        .plan = [](const Problem& x, int r) { return chain_reduce(x.p, x.root, r, x.blocks); },
        .unsupported = [](const Problem& x) { return bad_root(x, "linear-pipeline"); },
        .bytes_total = [](const Problem& x) { return std::int64_t{x.p - 1} * x.bytes(); },
        .bytes_max_rank = [](const Problem& x) { return x.p > 1 ? x.bytes() : Bytes(0); },
    });

}  // namespace orrery::reduce_linear_pipeline
