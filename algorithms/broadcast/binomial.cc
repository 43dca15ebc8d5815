// Binomial-tree broadcast.
// Letters  p ranks, q = ceil(log2 p), m bytes, k round, v = (r - root) mod p the virtual rank.
// Rounds   q. In round k every v that is a multiple of 2^(q-k) has everything and sends it to
//          v + 2^(q-1-k). For p = 6, q = 3:
//            k = 0   0->4
//            k = 1   0->2        (4->6 is outside)
//            k = 2   0->1  2->3  4->5
// Sent     (p-1) m; q m by the root.
// Time     q (α + m β).
#include "algorithms/algorithm.h"
#include "algorithms/common/arithmetic.h"

namespace orrery::broadcast_binomial {

namespace {

void run(Comm& c, const Call& call) {
  const int p = c.size(), q = ceil_log2(p), v = mod(c.rank() - call.root, p);
  const auto rank = [&](std::int64_t virtual_rank) { return mod(virtual_rank + call.root, p); };

  for (int k = 0; k < q; ++k) {
    // Every rank that has the vector sends it to the rank that is this distance further on; so
    // twice as many have it.
    c.round(k);
    const std::int64_t distance = std::int64_t{1} << (q - 1 - k);
    if (v % (2 * distance) == 0 && v + distance < p) c.send(call.v, rank(v + distance));
    if (v % (2 * distance) == distance) c.recv(call.v, rank(v - distance));
  }
}

}  // namespace

extern const Algorithm broadcast_binomial{
    .collective = "broadcast",
    .name = "binomial",
    .summary =
        "Every rank that has the vector passes it on, at half the distance of the round before.",
    .reference = "folklore; as MPICH's binomial broadcast",
    .formula = "ceil(log2 p)(α + mβ)",
    .run = run,
    .rounds = [](const Problem& x) -> std::int64_t { return ceil_log2(x.p); },
    .bytes_total = [](const Problem& x) { return (x.p - 1) * x.bytes(); },
    .bytes_max_rank = [](const Problem& x) { return ceil_log2(x.p) * x.bytes(); },
    .time = [](const Problem& x) { return ceil_log2(x.p) * x.cost.message(x.bytes()); },
};

}  // namespace orrery::broadcast_binomial
