// Binomial-tree scatter.
// Letters  p ranks, q = ceil(log2 p), m bytes for each rank.
// Rounds   q (see binomial_scatter).
// Sent     (p-1) m by the root, which sends most.
// Time     q α + (p-1) m β.
#include "algorithms/phases/binomial.h"

#include "algorithms/common/arithmetic.h"

namespace orrery::scatter_binomial {

namespace {

void run(Comm& c, const Call& call) {
  binomial_scatter(c, CyclicBlocks(c, call), call.root, 0);
}

Partition blocks(const Problem& x) {
  return x.partition(x.p * x.count);
}

}  // namespace

extern const Algorithm scatter_binomial{
    .collective = "scatter",
    .name = "binomial",
    .summary = "Blocks move up a binomial tree, half as many in each round.",
    .reference = "folklore; as MPICH's binomial scatter",
    .formula = "ceil(log2 p)α + (p-1)mβ",
    .run = run,
    .rounds = [](const Problem& x) -> std::int64_t { return ceil_log2(x.p); },
    .bytes_total = [](const Problem& x) { return binomial_bytes(x, blocks(x)); },
    .bytes_max_rank = [](const Problem& x) { return binomial_bytes_root(x, blocks(x)); },
    .time = [](const Problem& x) { return binomial_time(x, x.bytes()); },
};

}  // namespace orrery::scatter_binomial
