// Pipelined chain reduce.
// Ref      folklore.
// Letters  p ranks, n blocks, m bytes, v = (r - root) mod p virtual rank, b block.
// Rounds   n + p - 2. In round p - 2 - v + b rank v adds block b of v + 1 to its own and sends block b - 1 to v - 1.
// Sent     m by every rank but the root.
// Time     (n + p - 2)(α + m/n (β + γ)).
// Sums in the order root, root + 1, ..., root - 1: that of ranks if the root is 0, otherwise the
// operator must be commutative.
#include "algorithms/cost_models/fastest_blocks.h"
#include "algorithms/phases/follow.h"
#include "algorithms/schedules/pipelines.h"

namespace orrery::reduce_linear_pipeline {

extern const Algorithm reduce_linear_pipeline;

namespace {

BlockPlan plan(const Problem& x, int r) {
  return chain_reduce(x.p, x.root, r, x.blocks);
}

std::int64_t rounds(const Problem& x, int n) {
  return x.p == 1 ? 0 : std::int64_t{n} + x.p - 2;
}

int best(const Problem& x) {
  return fastest_blocks_in_rounds(reduce_linear_pipeline, x, rounds, 1, true);
}

std::optional<std::string> unsupported(const Problem& x) {
  if (x.commutative || x.root == 0) return std::nullopt;
  return text_of("reduce linear-pipeline to root ", x.root,
                 " needs a commutative operator: only with root 0 are ranks summed in their order");
}

}  // namespace

extern constinit const Algorithm reduce_linear_pipeline = by_plan<reduce_linear_pipeline, plan>({
    .collective = "reduce",
    .name = "linear-pipeline",
    .summary = "Sums of n blocks flow down a chain of ranks to the root.",
    .reference = "folklore",
    .formula = "(n+p-2)(α + m/n (β + γ))",
    .reproducible = Reproducible::kOnAllRanks,
    .pipelined = true,
    .unsupported = unsupported,
    .best_blocks = best,
    .rounds = [](const Problem& x) { return rounds(x, pipeline_blocks(x, best)); },
    .bytes_total = [](const Problem& x) { return std::int64_t{x.p - 1} * x.bytes(); },
    .bytes_max_rank = [](const Problem& x) { return x.p > 1 ? x.bytes() : Bytes(0); },
});

}  // namespace orrery::reduce_linear_pipeline
