// Bruck's allgather for contributions of any sizes.
// Ref      J. Bruck et al., "Efficient Algorithms for All-to-All Communications in Multiport
//          Message-Passing Systems", IEEE TPDS 8(11), 1997, Sec. 4; received in place, as Open MPI
//          does.
// Letters  p ranks, q = ceil(log2 p), r own rank, m bytes in all, k round.
// Rounds   q. In round k rank r sends the min(2^k, p - 2^k) blocks from its own on to r - 2^k and
//          receives as many, from that of r + 2^k on, from r + 2^k.
// Sent     p - 1 blocks by every rank.
// Time     q α + (p-1)/p m β when all contributions are equal.
#include <algorithm>

#include "algorithms/common/arithmetic.h"
#include "algorithms/phases/block_sets.h"

namespace orrery::allgatherv_bruck {

namespace {

void run(Comm& c, const Call& call) {
  const int p = c.size(), q = ceil_log2(p);
  const std::int64_t r = c.rank();
  const CyclicBlocks B(c, call);
  for (int k = 0; k < q; ++k) {
    const int d = 1 << k, n = std::min(d, p - d);
    // The rank sends the n blocks from its own on to the rank d before it, and gets the next n from
    // the rank d further on.
    c.round(k);
    c.sendrecv(B(r, n), mod(r - d, p), B(r + d, n), mod(r + d, p));
  }
}

/// Returns the elements of blocks i .. i+n-1, cyclically.
std::int64_t elements(const Partition& parts, int i, int n) {
  std::int64_t sum = 0;
  for (int j = 0; j < n; ++j) sum += parts.size(mod(std::int64_t{i} + j, parts.blocks()));
  return sum;
}

Bytes bytes_total(const Problem& x) {
  return (x.p - 1) * x.bytes();
}

Bytes bytes_max_rank(const Problem& x) {
  const Partition parts = x.partition(x.count);
  std::int64_t most = 0;
  for (int r = 0; r < x.p; ++r) {
    std::int64_t sum = 0;
    for (std::int64_t d = 1; d < x.p; d *= 2)
      sum += elements(parts, r, static_cast<int>(std::min(d, x.p - d)));
    most = std::max(most, sum);
  }
  return x.elements(most);
}

Time time(const Problem& x) {
  const Bytes block = x.elements(x.partition(x.count).largest());
  Time sum{0};
  for (std::int64_t d = 1; d < x.p; d *= 2) sum += x.cost.message(std::min(d, x.p - d) * block);
  return sum;
}

}  // namespace

extern const Algorithm allgatherv_bruck{
    .collective = "allgatherv",
    .name = "bruck",
    .summary = "Ranks pass on all they hold at doubling distances.",
    .reference = "Bruck et al., IEEE TPDS 8(11), 1997, Sec. 4",
    .formula = "ceil(log2 p)α + (p-1)/p mβ",
    .run = run,
    .rounds = [](const Problem& x) -> std::int64_t { return ceil_log2(x.p); },
    .bytes_total = bytes_total,
    .bytes_max_rank = bytes_max_rank,
    .time = time,
};

}  // namespace orrery::allgatherv_bruck
