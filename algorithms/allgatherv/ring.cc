// Ring allgather of contributions of any sizes.
// Letters  p ranks, m bytes in all.
// Rounds   p - 1: every rank passes on to the right what it received from the left (see
//          ring_allgather). An empty contribution is not sent.
// Sent     by every rank all contributions but that of its right neighbour.
// Time     (p-1)(α + m/p β) when all contributions are equal; the largest one sets the pace.
#include "algorithms/phases/ring.h"

namespace orrery::allgatherv_ring {

namespace {

void run(Comm& c, const Call& call) {
  ring_allgather(c, CyclicBlocks(c, call), c.rank(), 0);
}

}  // namespace

extern const Algorithm allgatherv_ring{
    .collective = "allgatherv",
    .name = "ring",
    .summary = "Every rank passes the block received from its left neighbour on to its right one.",
    .reference = "folklore",
    .formula = "(p-1)(α + m/p β)",
    .run = run,
    .rounds = [](const Problem& x) -> std::int64_t { return x.p - 1; },
    .bytes_total = [](const Problem& x) { return (x.p - 1) * x.bytes(); },
    .bytes_max_rank = all_but_smallest,
    .time =
        [](const Problem& x) {
          return (x.p - 1) * x.cost.message(x.elements(x.partition(x.count).largest()));
        },
};

}  // namespace orrery::allgatherv_ring
