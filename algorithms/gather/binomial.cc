// Binomial-tree gather.
// Letters  p ranks, q = ceil(log2 p), m bytes contributed by each rank.
// Rounds   q (see binomial_gather).
// Sent     the blocks of the rank's own subtree, once.
// Time     q α + (p-1) m β.
#include "algorithms/phases/binomial.h"

#include "algorithms/common/arithmetic.h"

namespace orrery::gather_binomial {

namespace {

void run(Comm& c, const Call& call) {
  binomial_gather(c, CyclicBlocks(c, call), call.root, 0);
}

Partition blocks(const Problem& x) {
  return x.partition(x.p * x.count);
}

}  // namespace

extern const Algorithm gather_binomial{
    .collective = "gather",
    .name = "binomial",
    .summary = "Blocks move down a binomial tree, twice as many in each round.",
    .reference = "folklore; as MPICH's binomial gather",
    .formula = "ceil(log2 p)α + (p-1)mβ",
    .run = run,
    .rounds = [](const Problem& x) -> std::int64_t { return ceil_log2(x.p); },
    .bytes_total = [](const Problem& x) { return binomial_bytes(x, blocks(x)); },
    .bytes_max_rank = [](const Problem& x) { return binomial_bytes_child(x, blocks(x)); },
    .time = [](const Problem& x) { return binomial_time(x, x.bytes()); },
};

}  // namespace orrery::gather_binomial
