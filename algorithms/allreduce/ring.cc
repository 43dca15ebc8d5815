// Ring allreduce: reduce-scatter, then allgather.
// Ref      P. Patarasuk, X. Yuan, "Bandwidth optimal all-reduce algorithms for clusters of
//          workstations", JPDC 69(2), 2009.
// Letters  p ranks, r own rank, m bytes, B(i) block i mod p of the vector (sizes differ by at
//          most one element), k round.
// Rounds   2(p-1). Reduce-scatter: in round k rank r sends its partial sum of block r - k to the
//          right and adds what it receives to block r - k - 1. Block r + 1 is then complete.
//          Allgather: it is passed on in the same way.
// Sent     every rank sends all blocks but one, twice: 2 m (p-1)/p when p divides m.
// Time     2(p-1)(α + m/p β) + (p-1) m/p γ when p divides m.
// Needs    a commutative operator: block i is summed in the order i, i+1, ..., i-1.
#include "algorithms/phases/ring.h"

#include "algorithms/common/symmetry_hint.h"

namespace orrery::allreduce_ring {

namespace {

void run(Comm& c, const Call& call) {
  const CyclicBlocks B(c, call);
  ring_reduce_scatter(c, B, c.rank() + 1, 0);
  ring_allgather(c, B, c.rank() + 1, c.size() - 1);
}

/// Counts all blocks but one in each half; the two left out are neighbours (cyclically), both small
/// if there are two small ones.
Bytes sent_by_busiest(const Problem& x) {
  if (x.p == 1) return Bytes(0);
  const std::int64_t large = x.count % x.p;
  return 2 * x.bytes() - x.block(x.p - 1, x.p) -
         (large == x.p - 1 ? x.block(0, x.p) : x.block(x.p - 1, x.p));
}

}  // namespace

extern const Algorithm allreduce_ring{
    .collective = "allreduce",
    .name = "ring",
    .summary = "Blocks travel round the ring twice: once to be summed, once to be handed out.",
    .reference = "Patarasuk and Yuan, JPDC 69(2), 2009",
    .formula = "2(p-1)(α + m/p β) + (p-1) m/p γ",
    .reproducible = Reproducible::kOnAllRanks,
    .needs_commutative = true,
    .run = run,
    .symmetry = [](const Problem& x) { return symmetric_by_number(x, 1, x.p); },
    .rounds = [](const Problem& x) -> std::int64_t { return 2 * (std::int64_t{x.p} - 1); },
    .bytes_total = [](const Problem& x) { return 2 * (std::int64_t{x.p} - 1) * x.bytes(); },
    .bytes_max_rank = sent_by_busiest,
    .time =
        [](const Problem& x) {
          const Bytes block = x.block(0, x.p);
          return (x.p - 1) * (2 * x.cost.message(block) + x.cost.reduction(block));
        },
};

}  // namespace orrery::allreduce_ring
