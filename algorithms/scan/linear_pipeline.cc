// Pipelined chain scan.
// Ref      folklore.
// Letters  p ranks, n blocks, m bytes, b block.
// Rounds   n + p - 2. In round r - 1 + b rank r gets block b from r - 1, adds it in front and sends the sum on to r + 1.
// Sent     m by every rank but the last.
// Time     (n + p - 2)(α + m/n (β + γ)).
#include "algorithms/phases/follow.h"
#include "algorithms/schedules/pipelines.h"

namespace orrery::scan_linear_pipeline {

namespace {

std::int64_t rounds(const Problem& x, int n) {
  return x.p == 1 ? 0 : std::int64_t{n} + x.p - 2;
}

}  // namespace

extern constinit const Algorithm scan_linear_pipeline =
    by_pipeline<scan_linear_pipeline, rounds, 1>({
        .collective = "scan",
        .name = "linear-pipeline",
        .summary = "Prefix sums of n blocks flow along a chain of ranks; rank order is kept.",
        .reference = "folklore",
        .formula = "(n+p-2)(α + m/n (β + γ))",
        .reproducible = Reproducible::kOrderOfRanks,
        .plan = [](const Problem& x, int r) { return chain_scan(x.p, r, x.blocks); },
        .bytes_total = [](const Problem& x) { return std::int64_t{x.p - 1} * x.bytes(); },
        .bytes_max_rank = [](const Problem& x) { return x.p > 1 ? x.bytes() : Bytes(0); },
    });

}  // namespace orrery::scan_linear_pipeline
