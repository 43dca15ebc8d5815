// Ring allgather.
// Letters  p ranks, m bytes contributed by each rank.
// Rounds   p - 1: every rank passes on to the right what it received from the left (see
//          ring_allgather).
// Sent     (p-1) m by every rank.
// Time     (p-1)(α + m β).
#include "algorithms/phases/ring.h"

#include "algorithms/common/symmetry_hint.h"

namespace orrery::allgather_ring {

namespace {

void run(Comm& c, const Call& call) {
  ring_allgather(c, CyclicBlocks(c, call), c.rank(), 0);
}

}  // namespace

extern const Algorithm allgather_ring{
    .collective = "allgather",
    .name = "ring",
    .summary = "Every rank passes the block received from its left neighbour on to its right one.",
    .reference = "folklore",
    .formula = "(p-1)(α + mβ)",
    .run = run,
    .symmetry = [](const Problem& x) { return symmetric_by_number(x, 1, 1); },
    .rounds = [](const Problem& x) -> std::int64_t { return x.p - 1; },
    .bytes_total = [](const Problem& x) { return std::int64_t{x.p} * (x.p - 1) * x.bytes(); },
    .bytes_max_rank = [](const Problem& x) { return (x.p - 1) * x.bytes(); },
    .time = [](const Problem& x) { return (x.p - 1) * x.cost.message(x.bytes()); },
};

}  // namespace orrery::allgather_ring
