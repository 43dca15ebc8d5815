// Ring allgather.
// Letters  p ranks, r own rank, m bytes contributed by each rank, B(i) block of rank i mod p, k
// round. Rounds   p - 1. In round k rank r passes block r - k on to the right. Sent     (p-1) m by
// every rank. Time     (p-1)(α + m β).
#include "algorithms/algorithm.h"

namespace orrery {

namespace {

void run(Comm& c, const Call& call) {
  const int p = c.size(), r = c.rank();
  const auto B = [&](int i) { return call.v.block(mod(i, p), p); };

  for (int k = 0; k < p - 1; ++k) {
    c.round(k);
    c.sendrecv(B(r - k), mod(r + 1, p), B(r - k - 1), mod(r - 1, p));
  }
}

}  // namespace

extern const Algorithm allgather_ring{
    .collective = "allgather",
    .name = "ring",
    .summary = "Every rank passes on to its right neighbour what it received from its left one.",
    .reference = "folklore",
    .formula = "(p-1)(α + mβ)",
    .run = run,
    .rounds = [](const Problem& x) -> std::int64_t { return x.p - 1; },
    .bytes_total = [](const Problem& x) { return std::int64_t{x.p} * (x.p - 1) * x.bytes(); },
    .bytes_max_rank = [](const Problem& x) { return (x.p - 1) * x.bytes(); },
    .time = [](const Problem& x) { return (x.p - 1) * x.cost.message(x.bytes()); },
};

}  // namespace orrery
