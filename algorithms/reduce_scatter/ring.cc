// Ring reduce-scatter.
// Letters  p ranks, m bytes of the whole vector.
// Rounds   p - 1: partial sums travel to the right and grow (see ring_reduce_scatter).
// Sent     every rank sends all blocks but its own.
// Time     (p-1)(α + m/p β + m/p γ) when p divides m.
// Needs    a commutative operator: block i is summed in the order i, i+1, ..., i-1.
#include "algorithms/phases/ring.h"

#include "algorithms/common/symmetry_hint.h"

namespace orrery::reduce_scatter_ring {

namespace {

void run(Comm& c, const Call& call) {
  ring_reduce_scatter(c, CyclicBlocks(c, call), c.rank(), 0);
}

}  // namespace

extern const Algorithm reduce_scatter_ring{
    .collective = "reduce-scatter",
    .name = "ring",
    .summary = "Partial sums of blocks travel round the ring once.",
    .reference = "Patarasuk and Yuan, JPDC 69(2), 2009",
    .formula = "(p-1)(α + m/p β + m/p γ)",
    .reproducible = Reproducible::kOnAllRanks,
    .needs_commutative = true,
    .run = run,
    .symmetry = [](const Problem& x) { return symmetric_by_number(x, 1, x.p); },
    .rounds = [](const Problem& x) -> std::int64_t { return x.p - 1; },
    .bytes_total = [](const Problem& x) { return (x.p - 1) * x.bytes(); },
    .bytes_max_rank = all_but_smallest,
    .time =
        [](const Problem& x) {
          const Bytes block = x.elements(x.partition(x.count).largest());
          return (x.p - 1) * (x.cost.message(block) + x.cost.reduction(block));
        },
};

}  // namespace orrery::reduce_scatter_ring
