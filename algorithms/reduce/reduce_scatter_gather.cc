// Reduce as reduce-scatter and gather.
// Ref      J. L. Träff, "Optimal, Non-pipelined Reduce-scatter and Allreduce Algorithms" (2024,
//          rev. 2025), Sec. 1: reduce-scatter by Alg. 1; the gather is binomial.
// Letters  p ranks, q = ceil(log2 p), m bytes.
// Rounds   2 q with halving skips.
// Sent     all blocks but the rank's own, and in the gather the blocks of the rank's own subtree once.
// Time     2 q α + 2 (p-1)/p m β + (p-1)/p m γ when p divides m and is a power of two; otherwise
//          binomial_time for the gather.
// Needs    a commutative operator, or linear skips (see reduce-scatter circulant).
#include <algorithm>

#include "algorithms/common/arithmetic.h"
#include "algorithms/phases/binomial.h"
#include "algorithms/phases/circulant.h"

namespace orrery::reduce_reduce_scatter_gather {

namespace {

void run(Comm& c, const Call& call) {
  const CyclicBlocks B(c, call);
  reduce_scatter_with_skips(c, call, 0);
  binomial_gather(c, B, call.root, static_cast<int>(call.skips.size()));
}

/// Finds the busiest rank: in the gather, virtual rank v sends the blocks of its subtree.
Bytes sent_by_busiest(const Problem& x) {
  const Partition partition = x.partition(x.count);
  Bytes most;
  for (int v = 0; v < x.p; ++v) {
    const int r = mod(std::int64_t{v} + x.root, x.p), d = v == 0 ? 0 : v & -v;
    std::int64_t subtree = 0;
    for (int i = 0; i < std::min(d, x.p - v); ++i)
      subtree += partition.size(mod(std::int64_t{r} + i, x.p));
    most = std::max(most, circulant_bytes(x, partition, r, false) + x.elements(subtree));
  }
  return most;
}

}  // namespace

extern const Algorithm reduce_reduce_scatter_gather{
    .collective = "reduce",
    .name = "reduce-scatter-gather",
    .summary = "Blocks are summed by a circulant reduce-scatter and gathered at the root.",
    .reference = "Träff, Optimal, Non-pipelined Reduce-scatter and Allreduce Algorithms (2025)",
    .formula = "2 ceil(log2 p)α + 2(p-1)/p mβ + (p-1)/p mγ",
    .reproducible = Reproducible::kOnAllRanks,
    .skipped = true,
    .run = run,
    .unsupported = bad_reduction_skips,
    .rounds =
        [](const Problem& x) {
          return static_cast<std::int64_t>(skips_of(x).size()) + ceil_log2(x.p);
        },
    .bytes_total =
        [](const Problem& x) {
          return (x.p - 1) * x.bytes() + binomial_bytes(x, x.partition(x.count));
        },
    .bytes_max_rank = sent_by_busiest,
    .time =
        [](const Problem& x) {
          const Bytes block = x.elements(x.partition(x.count).largest());
          return circulant_time(x, block, true) + binomial_time(x, block);
        },
};

}  // namespace orrery::reduce_reduce_scatter_gather
