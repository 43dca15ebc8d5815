// Round-optimal n-block broadcast on the circulant graph.
// Ref      J. L. Träff, "(Poly)Logarithmic Time Construction of Round-optimal n-Block Broadcast
// Schedules for Broadcast and
//          irregular Allgather in MPI" (2022/2023), Alg. 6 and Theorem 2.
// Letters  p ranks, q = ceil(log2 p), n blocks, m bytes, r = (rank - root) mod p, k = i mod q round
// of a phase, x dummy rounds,
//          R, S receive and send schedule: block number for each k; one more phase adds q.
// Rounds   n - 1 + q, which is optimal. In round i rank r sends block S[k] to (r + skip[k]) mod p
// and receives block R[k] from
//          (r - skip[k]) mod p. A negative block is no block, a block beyond the last is the last.
// Sent     (p-1) m, as every rank receives every block once; the root sends most: a block in each
// round. Time     (n - 1 + q)(α + m/n β); best n = sqrt((q-1) m β / α).
#include "algorithms/schedules/circulant.h"

#include <algorithm>
#include <cmath>

#include "algorithms/algorithm.h"
#include "algorithms/common/arithmetic.h"

namespace orrery {

extern const Algorithm broadcast_circulant;

namespace {

/// What rank r (the root is 0) sends and receives, round after round: Alg. 6 without the
/// communication.
class Rounds {
 public:
  Rounds(const circulant::Skips& skip, int r, int n)
      : skip_(skip),
        r_(r),
        n_(n),
        x_((skip.q - (n - 1 + skip.q) % skip.q) % skip.q),
        R_(circulant::receive_schedule(skip, r)),
        S_(circulant::send_schedule(skip, r)) {}

  struct Round {
    int to, sent;        ///< block `sent` goes to `to`; negative: nothing is sent
    int from, received;  ///< likewise
  };
  /// Round j = 0 .. n - 2 + q.
  Round operator[](int j) const {
    const int q = skip_.q, k = (x_ + j) % q, phase = (x_ + j) / q;
    const int t = mod(std::int64_t{r_} + skip_[k], skip_.p),
              f = mod(std::int64_t{r_} - skip_[k], skip_.p);
    const auto block = [&](int b) { return std::min(b + phase * q - x_, n_ - 1); };
    const auto i = static_cast<std::size_t>(k);
    return {t, t == 0 ? -1 : block(S_[i]), f, r_ == 0 ? -1 : block(R_[i])};
  }

 private:
  const circulant::Skips& skip_;
  int r_, n_, x_;
  circulant::Schedule R_, S_;
};

void run(Comm& c, const Call& call) {
  const int p = c.size(), n = call.blocks, r = mod(c.rank() - call.root, p);
  const circulant::Skips skip(p);
  if (skip.q == 0) return;
  const Rounds rounds(skip, r, n);
  const auto rank = [&](std::int64_t virtual_rank) { return mod(virtual_rank + call.root, p); };
  const auto block = [&](int b) { return b < 0 ? Slice() : call.v.block(b, n); };

  for (int j = 0; j < n - 1 + skip.q; ++j) {
    const auto [t, sent, f, received] = rounds[j];
    c.round(j);
    c.sendrecv(block(sent), rank(t), block(received), rank(f));
  }
}

Time time(const Problem& x) {
  const int n = blocks_for(broadcast_circulant, x), q = ceil_log2(x.p);
  return q == 0 ? Time(0) : (n - 1 + q) * x.cost.message(x.block(0, n));
}

/// The n that minimises (n - 1 + q)(α + ceil(m/n) β) around the analytic optimum, within 1 ..
/// min(m, kMostBlocks).
int best_blocks(const Problem& x) {
  constexpr double kMostBlocks = 65536;  // α = 0 would ask for one block for each element
  const int q = ceil_log2(x.p);
  const double most = std::clamp(static_cast<double>(x.count), 1.0, kMostBlocks);
  const double volume = static_cast<double>(x.bytes().count()) * x.cost.beta.ps;
  const double startup = static_cast<double>(x.cost.alpha.count());
  const double ideal = startup > 0 ? std::sqrt(std::max(q - 1, 0) * volume / startup)
                       : q > 1     ? most
                                   : 1;
  Problem candidate = x;
  int best = 0;
  for (const double n : {std::floor(ideal), std::ceil(ideal)}) {
    candidate.blocks = static_cast<int>(std::clamp(n, 1.0, most));
    Problem incumbent = x;
    incumbent.blocks = best;
    if (best == 0 || time(candidate) < time(incumbent)) best = candidate.blocks;
  }
  return best;
}

/// The root sends in every round; where blocks differ in size another rank may still send an
/// element more.
Bytes sent_by_busiest(const Problem& x) {
  const int n = blocks_for(broadcast_circulant, x);
  const circulant::Skips skip(x.p);
  Bytes most;
  for (int r = 0; r < x.p && skip.q > 0; ++r) {
    const Rounds rounds(skip, r, n);
    Bytes sum;
    for (int j = 0; j < n - 1 + skip.q; ++j)
      if (const int b = rounds[j].sent; b >= 0) sum += x.block(b, n);
    most = std::max(most, sum);
  }
  return most;
}

std::int64_t rounds(const Problem& x) {
  const int q = ceil_log2(x.p);
  return q == 0 ? 0 : blocks_for(broadcast_circulant, x) - 1 + q;
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
    .best_blocks = best_blocks,
    .rounds = rounds,
    .bytes_total = [](const Problem& x) { return (x.p - 1) * x.bytes(); },
    .bytes_max_rank = sent_by_busiest,
    .time = time,
};

}  // namespace orrery
