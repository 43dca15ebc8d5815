// Bruck's allgather.
// Ref      J. Bruck et al., "Efficient Algorithms for All-to-All Communications in Multiport
//          Message-Passing Systems", IEEE TPDS 8(11), 1997, Sec. 4.
// Letters  p ranks, q = ceil(log2 p), r own rank, m bytes contributed by each rank, k round, W[i]
//          the block of rank r + i mod p.
// Rounds   q. In round k rank r sends the min(2^k, p - 2^k) blocks W[0 ..] to r - 2^k and
//          receives as many as W[2^k ..].
// Sent     (p-1) m by every rank.
// Time     q α + (p-1) m β, and (p+1) m γ for copying in and rotating back.
#include <algorithm>

#include "algorithms/algorithm.h"
#include "algorithms/common/arithmetic.h"
#include "algorithms/common/symmetry_hint.h"

namespace orrery::allgather_bruck {

namespace {

void run(Comm& c, const Call& call) {
  const int p = c.size(), r = c.rank(), q = ceil_log2(p);
  if (p == 1) return;
  const Slice W = c.scratch(call.v.count());
  c.copy(W.block(0, p), call.v.block(r, p));

  for (int k = 0; k < q; ++k) {
    const int d = 1 << k, blocks = std::min(d, p - d);
    // The rank sends all blocks it has (in the last round, as many as are missing) d ranks back,
    // and gets as many from d ranks further on.
    c.round(k);
    c.sendrecv(W.blocks(0, blocks, p), mod(r - d, p), W.blocks(d, d + blocks, p),
               mod(std::int64_t{r} + d, p));
  }
  c.copy(call.v.blocks(r, p, p), W.blocks(0, p - r, p));
  if (r > 0) c.copy(call.v.blocks(0, r, p), W.blocks(p - r, p, p));
}

Time time(const Problem& x) {
  Time sum = x.p > 1 ? x.cost.reduction(x.bytes()) + x.cost.reduction(x.p * x.bytes()) : Time(0);
  for (int d = 1; d < x.p; d *= 2) sum += x.cost.message(std::min(d, x.p - d) * x.bytes());
  return sum;
}

}  // namespace

extern const Algorithm allgather_bruck{
    .collective = "allgather",
    .name = "bruck",
    .summary =
        "Ranks exchange all they hold at doubling distances; the result is rotated back at the "
        "end.",
    .reference = "Bruck et al., IEEE TPDS 8(11), 1997, Sec. 4",
    .formula = "ceil(log2 p)α + (p-1)mβ + (p+1)mγ",
    .run = run,
    .symmetry = [](const Problem& x) { return symmetric_by_number(x, 1, 1); },
    .rounds = [](const Problem& x) -> std::int64_t { return ceil_log2(x.p); },
    .bytes_total = [](const Problem& x) { return std::int64_t{x.p} * (x.p - 1) * x.bytes(); },
    .bytes_max_rank = [](const Problem& x) { return (x.p - 1) * x.bytes(); },
    .time = time,
};

}  // namespace orrery::allgather_bruck
