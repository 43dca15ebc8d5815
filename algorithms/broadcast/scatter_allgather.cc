// Van de Geijn's broadcast: scatter, then allgather.
// Ref      M. Barnett et al., "Interprocessor collective communication library (InterCom)", SHPCC
// 1994; R. Thakur, R. Rabenseifner, W. Gropp,
//          IJHPCA 19(1), 2005, Sec. 4.2.
// Letters  p ranks, q = ceil(log2 p), m bytes.
// Rounds   q + p - 1: binomial scatter, ring allgather.
// Sent     2 m (p-1)/p by the root when p divides m.
// Time     (q + p - 1) α + 2 (p-1)/p m β when p divides m.

#include "algorithms/common/arithmetic.h"
#include "algorithms/phases/binomial.h"
#include "algorithms/phases/ring.h"

namespace orrery::broadcast_scatter_allgather {

namespace {

void run(Comm& c, const Call& call) {
  const CyclicBlocks B(c, call);
  binomial_scatter(c, B, call.root, 0);
  ring_allgather(c, B, c.rank(), ceil_log2(c.size()));
}

/// Counts all blocks but the root's own, and then all but that of its right neighbour.
Bytes sent_by_root(const Problem& x) {
  const Partition partition = x.partition(x.count);
  return x.p == 1 ? Bytes(0)
                  : binomial_bytes_root(x, partition) +
                        x.elements(x.count - partition.size(mod(std::int64_t{x.root} + 1, x.p)));
}

}  // namespace

extern const Algorithm broadcast_scatter_allgather{
    .collective = "broadcast",
    .name = "scatter-allgather",
    .summary =
        "The vector is scattered over a binomial tree and put together again round the ring.",
    .reference =
        "Barnett et al., SHPCC 1994; Thakur, Rabenseifner and Gropp, IJHPCA 19(1), 2005, Sec. 4.2",
    .formula = "(ceil(log2 p)+p-1)α + 2(p-1)/p mβ",
    .run = run,
    .rounds = [](const Problem& x) -> std::int64_t { return ceil_log2(x.p) + x.p - 1; },
    .bytes_total =
        [](const Problem& x) {
          return binomial_bytes(x, x.partition(x.count)) + (x.p - 1) * x.bytes();
        },
    .bytes_max_rank = sent_by_root,
    .time =
        [](const Problem& x) {
          const Bytes block = x.elements(x.partition(x.count).largest());
          return binomial_time(x, block) + (x.p - 1) * x.cost.message(block);
        },
};

}  // namespace orrery::broadcast_scatter_allgather
