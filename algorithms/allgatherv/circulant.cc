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
#include <vector>

#include "algorithms/algorithm.h"
#include "algorithms/common/arithmetic.h"
#include "algorithms/common/pipeline.h"
#include "algorithms/phases/block_broadcast.h"

namespace orrery {

namespace {

void run(Comm& c, const Call& call) {
  const int p = c.size(), n = call.blocks, r = c.rank();
  const circulant::Skips skip(p);
  if (skip.q == 0) return;
  std::vector<BlockBroadcast> broadcasts;  // from j = 0, 1, ...
  for (int j = 0; j < p; ++j) broadcasts.emplace_back(skip, mod(r - j, p), n);

  std::vector<Slice> out, in;
  for (int i = 0; i < broadcasts.front().rounds(); ++i) {
    const auto own =
        broadcasts[static_cast<std::size_t>(r)][i];  // its `to` and `from` are distances
    out.clear();
    in.clear();
    for (int j = 0; j < p; ++j) {
      const auto [t, sent, f, received] = broadcasts[static_cast<std::size_t>(j)][i];
      if (sent >= 0) out.push_back(call.block(j).block(sent, n));
      if (received >= 0) in.push_back(call.block(j).block(received, n));
    }
    c.round(i);
    c.sendrecv(c.join(out), mod(std::int64_t{r} + own.to, p), c.join(in),
               mod(std::int64_t{r} + own.from, p));
  }
}

std::int64_t rounds(const Problem& x, int n) {
  const int q = ceil_log2(x.p);
  return q == 0 ? 0 : std::int64_t{n} - 1 + q;
}

/// Calls f(round, elements) for each round of rank r.
template <class F>
void for_each_message(const Problem& x, int r, F&& f) {
  const int n = pipeline_blocks(x, rounds);
  const circulant::Skips skip(x.p);
  const Partition parts = x.partition(x.count);
  std::vector<std::int64_t> sum(static_cast<std::size_t>(skip.q == 0 ? 0 : n - 1 + skip.q));
  for (int j = 0; j < x.p && skip.q > 0; ++j) {
    const BlockBroadcast broadcast(skip, mod(r - j, x.p), n);
    const Slice contribution(0, 1, 0, parts.size(j));
    for (std::size_t i = 0; i < sum.size(); ++i)
      if (const int b = broadcast[static_cast<int>(i)].sent; b >= 0)
        sum[i] += contribution.block(b, n).count();
  }
  for (std::size_t i = 0; i < sum.size(); ++i) f(i, sum[i]);
}

Bytes sent_by_busiest(const Problem& x) {
  std::int64_t most = 0;
  for (int r = 0; r < x.p; ++r) {
    std::int64_t sum = 0;
    for_each_message(x, r, [&](std::size_t, std::int64_t elements) { sum += elements; });
    most = std::max(most, sum);
  }
  return x.elements(most);
}

/// Exact for equal contributions, as all ranks then send as much as each other in a round.
Time time(const Problem& x) {
  Time sum{0};
  for_each_message(x, 0, [&](std::size_t, std::int64_t elements) {
    if (elements > 0) sum += x.cost.message(x.elements(elements));
  });
  return sum;
}

}  // namespace

extern const Algorithm allgatherv_circulant{
    .collective = "allgatherv",
    .name = "circulant",
    .summary =
        "All ranks broadcast n blocks at once over a circulant graph; unequal sizes even out.",
    .reference = "Träff, Round-optimal n-Block Broadcast Schedules (2023), Alg. 9",
    .formula = "(n-1+ceil(log2 p))(α + m/n β)",
    .pipelined = true,
    .run = run,
    .best_blocks = [](const Problem& x) { return best_pipeline(x, rounds); },
    .rounds = [](const Problem& x) { return rounds(x, pipeline_blocks(x, rounds)); },
    .bytes_total = [](const Problem& x) { return (x.p - 1) * x.bytes(); },
    .bytes_max_rank = sent_by_busiest,
    .time = time,
};

}  // namespace orrery
