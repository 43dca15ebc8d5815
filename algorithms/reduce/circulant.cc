// Round-optimal n-block reduce: the n-block broadcast on the circulant graph, backwards.
// Ref      J. L. Träff, "(Poly)Logarithmic Time Construction of Round-optimal n-Block Broadcast
//          Schedules for Broadcast and irregular Allgather in MPI" (2022/2023), Alg. 6, reversed.
// Letters  p ranks, q = ceil(log2 p), n blocks, m bytes, r = (rank - root) mod p, j round.
// Rounds   n - 1 + q, which is optimal. What rank r would send in round n - 2 + q - j of the
//          broadcast it receives in round j and adds to its block; what it would receive it sends:
//          every block once, when all that comes before it in its tree has arrived.
// Sent     m by every rank but the root.
// Time     (n - 1 + q)(α + m/n β + m/n γ); best n = sqrt((q-1) m β / α).
// Needs    a commutative operator.

#include "algorithms/algorithm.h"
#include "algorithms/common/pipeline.h"
#include "algorithms/phases/block_broadcast.h"

namespace orrery::reduce_circulant {

extern const Algorithm reduce_circulant;

namespace {

void run(Comm& c, const Call& call) {
  const int p = c.size(), n = call.blocks, r = mod(c.rank() - call.root, p);
  const circulant::Skips skip(p);
  if (skip.q == 0) return;
  const BlockBroadcast rounds(skip, r, n);
  const auto rank = [&](std::int64_t virtual_rank) { return mod(virtual_rank + call.root, p); };
  const auto B = [&](int b) { return b < 0 ? Slice() : call.v.block(b, n); };
  const Slice T = c.scratch(B(0).count());

  for (int j = 0; j < rounds.rounds(); ++j) {
    const auto [t, sent, f, received] = rounds[rounds.rounds() - 1 - j];
    const Slice into = B(sent), incoming = T.part(0, into.count());
    // The broadcast runs backwards: the rank sends the sum of a block to where it would have come
    // from, and adds the one that comes from the rank it would have sent to.
    c.round(j);
    c.sendrecv(B(received), rank(f), incoming, rank(t));
    c.reduce(into, incoming);
  }
}

int best(const Problem& x) {
  return best_block_count(reduce_circulant, x, true);
}

Time time(const Problem& x) {
  const int n = pipeline_blocks(x, best);
  return block_rounds(x, n) * (x.cost.message(x.block(0, n)) + x.cost.reduction(x.block(0, n)));
}

}  // namespace

extern const Algorithm reduce_circulant{
    .collective = "reduce",
    .name = "circulant",
    .summary =
        "n blocks are summed on their way over a circulant graph: the fewest rounds possible.",
    .reference = "Träff, Round-optimal n-Block Broadcast Schedules (2023), Alg. 6 reversed",
    .formula = "(n-1+ceil(log2 p))(α + m/n (β + γ))",
    .reproducible = Reproducible::kOnAllRanks,
    .needs_commutative = true,
    .pipelined = true,
    .run = run,
    .best_blocks = best,
    .rounds = [](const Problem& x) { return block_rounds(x, pipeline_blocks(x, best)); },
    .bytes_total = [](const Problem& x) { return (x.p - 1) * x.bytes(); },
    .bytes_max_rank = [](const Problem& x) { return x.p > 1 ? x.bytes() : Bytes(0); },
    .time = time,
};

}  // namespace orrery::reduce_circulant
