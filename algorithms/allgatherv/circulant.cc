// Round-optimal allgather of contributions of any sizes: p broadcasts of n blocks at once.
// Ref      J. L. Träff, "(Poly)Logarithmic Time Construction of Round-optimal n-Block Broadcast
//          Schedules for Broadcast and irregular Allgather in MPI" (2022/2023), Alg. 9.
// Letters  p ranks, q = ceil(log2 p), n blocks, r own rank, j root of a broadcast, m_j bytes of its
//          contribution, m = m_0 + ... + m_{p-1}.
// Rounds   n - 1 + q. In each round rank r sends, in ONE message to (r + skip[k]) mod p, for every j
//          the block that rank (r - j) mod p sends in that round of a broadcast from rank 0 (see
//          BlockBroadcast), and receives likewise. Empty blocks are not sent.
// Sent     every rank receives every block of the others once: (p-1) m in all.
// Time     at most (n - 1 + q)(α + m/n β); best n = sqrt((q-1) m β / α).
#include <algorithm>
#include <numeric>
#include <vector>

#include "algorithms/algorithm.h"
#include "algorithms/common/arithmetic.h"
#include "algorithms/common/pipeline.h"
#include "algorithms/cost_models/circulant_allgatherv.h"
#include "algorithms/cost_models/fastest_blocks.h"
#include "algorithms/phases/block_broadcast.h"

namespace orrery::allgatherv_circulant {

extern const Algorithm allgatherv_circulant;

namespace {

int received(const circulant::ScheduleTable& table, const BlockRounds& rounds, int v, int j) {
  return v == 0 ? -1 : rounds.block(table.receive(v, rounds.k(j)), j);
}

void run(Comm& c, const Call& call) {
  const int p = c.size(), n = call.blocks, r = c.rank();
  if (p == 1) return;
  const circulant::Skips skip(p);
  const circulant::ScheduleTable table(skip);
  const BlockRounds rounds(skip.q, n);
  const auto B = [&](int j, int b) { return b < 0 ? Slice() : call.block(j).block(b, n); };

  std::vector<Slice> out(static_cast<std::size_t>(p)), in = out;
  for (int i = 0; i < rounds.count(); ++i) {
    const int k = rounds.k(i);
    for (int j = 0; j < p; ++j) {
      const int v = mod(r - j, p);
      out[static_cast<std::size_t>(j)] = B(j, sent_block(table, rounds, v, i));
      in[static_cast<std::size_t>(j)] = B(j, received(table, rounds, v, i));
    }
    // The rank sends, of each other rank's vector, the block that the broadcast schedule of that
    // root says, all in one message to the rank skip[k] further on.
    c.round(i);
    c.sendrecv(c.join(out), skip.to(r, k), c.join(in), skip.from(r, k));
  }
}

constexpr int kExactUpTo = 128;  // ranks

template <class Model>
int best_by(const Problem& x, Model time) {
  const int most = pipeline_limit(x, 1, ceil_log2(x.p) - 1);
  return fastest_blocks(allgatherv_circulant, x, std::min(most, time.most_blocks()),
                        [&](int n) { return time(n); });
}

int best(const Problem& x) {
  if (x.p == 1) return 1;
  const bool alike = x.sizes.empty() && x.count % x.p == 0;
  if (alike || x.p > kExactUpTo) return best_by(x, CirculantAllgathervEstimate(x));
  return best_by(x, CirculantAllgathervTime(x));
}

/// Elements that rank r sends in each round.
std::vector<std::int64_t> messages_of(const Problem& x, const circulant::ScheduleTable& table,
                                      int r) {
  const BlockRounds rounds(table.skips().q, pipeline_blocks(x, best));
  const Partition parts = x.partition(x.count);
  std::vector<std::int64_t> sum(static_cast<std::size_t>(rounds.count()));
  for (int i = 0; i < rounds.count(); ++i)
    for (int j = 0; j < x.p; ++j)
      if (const int b = sent_block(table, rounds, mod(r - j, x.p), i); b >= 0)
        sum[static_cast<std::size_t>(i)] +=
            Slice(0, 1, 0, parts.size(j)).block(b, rounds.n).count();
  return sum;
}

Bytes sent_by_busiest(const Problem& x) {
  if (x.p == 1) return Bytes(0);
  const circulant::ScheduleTable table{circulant::Skips(x.p)};
  std::int64_t most = 0;
  for (int r = 0; r < x.p; ++r) {
    const std::vector<std::int64_t> messages = messages_of(x, table, r);
    most = std::max(most, std::accumulate(messages.begin(), messages.end(), std::int64_t{0}));
  }
  return x.elements(most);
}

/// Exact for equal contributions, as all ranks then send as much as each other in a round.
Time time(const Problem& x) {
  Time sum{0};
  if (x.p == 1) return sum;
  const circulant::ScheduleTable table{circulant::Skips(x.p)};
  for (const std::int64_t elements : messages_of(x, table, 0))
    if (elements > 0) sum += x.cost.message(x.elements(elements));
  return sum;
}

}  // namespace

extern const Algorithm allgatherv_circulant{
    .collective = "allgatherv",
    .name = "circulant",
    .summary =
        "All ranks broadcast n blocks at once over a circulant graph; unequal sizes even out.",
    .reference = "Träff, Round-optimal n-Block Broadcast Schedules (2023), Alg. 9",
    .formula = "at most (n-1+ceil(log2 p))(α + m/n β)",
    .pipelined = true,
    .run = run,
    .best_blocks = best,
    .words = [](const Problem& x, int round,
                int) { return block_words(x, pipeline_blocks(x, best), round); },
    .rounds = [](const Problem& x) { return block_rounds(x, pipeline_blocks(x, best)); },
    .bytes_total = [](const Problem& x) { return (x.p - 1) * x.bytes(); },
    .bytes_max_rank = sent_by_busiest,
    .time = time,
};

}  // namespace orrery::allgatherv_circulant
