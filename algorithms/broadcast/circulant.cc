// Round-optimal n-block broadcast on the circulant graph.
// Ref      J. L. Träff, "(Poly)Logarithmic Time Construction of Round-optimal n-Block Broadcast
//          Schedules for Broadcast and irregular Allgather in MPI" (2022/2023), Alg. 6 and
//          Theorem 2.
// Letters  p ranks, q = ceil(log2 p), n blocks, m bytes, r = (rank - root) mod p, k = i mod q
//          round of a phase, x dummy rounds, R, S receive and send schedule: block number for
//          each k; one more phase adds q.
// Rounds   n - 1 + q, which is optimal. In round i rank r sends block S[k] to (r + skip[k]) mod p
//          and receives block R[k] from (r - skip[k]) mod p. A negative block is not a block, a
//          block beyond the last is the last.
// Sent     (p-1) m, as every rank receives every block once; the root sends most: a block in each
//          round.
// Time     (n - 1 + q)(α + m/n β); best n = sqrt((q-1) m β / α).
#include <algorithm>

#include "algorithms/algorithm.h"
#include "algorithms/common/pipeline.h"
#include "algorithms/phases/block_broadcast.h"

namespace orrery::broadcast_circulant {

extern const Algorithm broadcast_circulant;

namespace {

void run(Comm& c, const Call& call) {
  const int p = c.size(), n = call.blocks, r = mod(c.rank() - call.root, p);
  const circulant::Skips skip(p);
  if (skip.q == 0) return;
  const BlockBroadcast rounds(skip, r, n);
  const auto rank = [&](std::int64_t virtual_rank) { return mod(virtual_rank + call.root, p); };
  const auto B = [&](int b) { return b < 0 ? Slice() : call.v.block(b, n); };

  for (int j = 0; j < rounds.rounds(); ++j) {
    const auto [t, sent, f, received] = rounds[j];
    // The rank sends the block that its schedule says to the rank skip[k] further on, and receives
    // one from as far behind.
    c.round(j);
    c.sendrecv(B(sent), rank(t), B(received), rank(f));
  }
}

int best(const Problem& x) {
  return best_block_count(broadcast_circulant, x, false);
}

/// Counts the root's block in every round; where blocks differ in size another rank may still send
/// one element more.
Bytes sent_by_busiest(const Problem& x) {
  const int n = pipeline_blocks(x, best);
  const circulant::Skips skip(x.p);
  Bytes most;
  for (int r = 0; r < x.p && skip.q > 0; ++r) {
    const BlockBroadcast schedule(skip, r, n);
    Bytes sum;
    for (int j = 0; j < schedule.rounds(); ++j)
      if (const int b = schedule[j].sent; b >= 0) sum += x.block(b, n);
    most = std::max(most, sum);
  }
  return most;
}

}  // namespace

extern const Algorithm broadcast_circulant{
    .collective = "broadcast",
    .name = "circulant",
    .summary =
        "n blocks flow over a circulant graph in n - 1 + ceil(log2 p) rounds, the fewest possible.",
    .reference =
        "Träff, (Poly)Logarithmic Time Construction of Round-optimal n-Block Broadcast Schedules "
        "(2023), Alg. 6",
    .formula = "(n-1+ceil(log2 p))(α + m/n β)",
    .pipelined = true,
    .run = run,
    .best_blocks = best,
    .words = [](const Problem& x, int round,
                int) { return block_words(x, pipeline_blocks(x, best), round); },
    .rounds = [](const Problem& x) { return block_rounds(x, pipeline_blocks(x, best)); },
    .bytes_total = [](const Problem& x) { return (x.p - 1) * x.bytes(); },
    .bytes_max_rank = sent_by_busiest,
    .time =
        [](const Problem& x) { return pipeline_time(x, pipeline_blocks(x, best), block_rounds); },
};

}  // namespace orrery::broadcast_circulant
