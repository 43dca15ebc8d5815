// Bruck's all-to-all: blocks travel in steps of powers of two.
// Ref      J. Bruck et al., "Efficient Algorithms for All-to-All Communications in Multiport
//          Message-Passing Systems", IEEE TPDS 8(11), 1997, Sec. 3.
// Letters  p ranks, q = ceil(log2 p), r own rank, m bytes for each peer, k round, W[i] the block
//          that still has i modulo 2^q ranks to go in total, i = 0 .. p-1.
// Rounds   q. In round k rank r sends all W[i] with bit k of i set to r + 2^k, as one message, and
//          receives as many in their place from r - 2^k. At the end W[i] comes from rank r - i.
// Sent     m times the number of set bits of 0 .. p-1, at most q p/2 m, by every rank.
// Time     q α + (set bits of 0 .. p-1) m β, and 2 p m γ for copying in and out of W.
#include <array>
#include <bit>
#include <vector>

#include "algorithms/algorithm.h"
#include "algorithms/common/arithmetic.h"
#include "algorithms/common/symmetry_hint.h"

namespace orrery::alltoall_bruck {

namespace {

void run(Comm& c, const Call& call) {
  const int p = c.size(), r = c.rank(), q = ceil_log2(p);
  // Two places for every W[i]: it is received into the one it is not sent from.
  const std::array<Slice, 2> places{c.scratch(call.v.count() / 2), c.scratch(call.v.count() / 2)};
  std::vector<int> place(static_cast<std::size_t>(p));
  const auto W = [&](int i, bool other) {
    const int now = place[static_cast<std::size_t>(i)];
    return places[static_cast<std::size_t>(other ? 1 - now : now)].block(i, p);
  };

  for (int i = 0; i < p; ++i)
    c.copy(W(i, false), call.v.block(mod(std::int64_t{r} + i, p), std::int64_t{2} * p));
  for (int k = 0; k < q; ++k) {
    const std::int64_t d = std::int64_t{1} << k;
    std::vector<Slice> out, in;
    for (int i = 0; i < p; ++i) {
      if ((i >> k & 1) == 0) continue;
      out.push_back(W(i, false));
      in.push_back(W(i, true));
      place[static_cast<std::size_t>(i)] ^= 1;
    }
    // The rank sends every block whose distance to its target has bit k set to the rank d further
    // on, in one message.
    c.round(k);
    c.sendrecv(c.join(out), mod(r + d, p), c.join(in), mod(r - d, p));
  }
  for (int i = 0; i < p; ++i)
    c.copy(call.v.block(p + mod(r - i, p), std::int64_t{2} * p), W(i, false));
}

/// Returns the number of times that blocks are sent: the bits set in 0 .. p-1.
std::int64_t hops(const Problem& x) {
  std::int64_t sum = 0;
  for (int i = 0; i < x.p; ++i) sum += std::popcount(static_cast<unsigned>(i));
  return sum;
}

Time time(const Problem& x) {
  Time sum = 2 * x.p * x.cost.reduction(x.bytes());
  for (int k = 0; k < ceil_log2(x.p); ++k) {
    std::int64_t blocks = 0;
    for (int i = 0; i < x.p; ++i) blocks += i >> k & 1;
    sum += x.cost.message(blocks * x.bytes());
  }
  return sum;
}

}  // namespace

extern const Algorithm alltoall_bruck{
    .collective = "alltoall",
    .name = "bruck",
    .summary = "Blocks travel to their destination in steps of powers of two, many in one message.",
    .reference = "Bruck et al., IEEE TPDS 8(11), 1997, Sec. 3",
    .formula = "ceil(log2 p)α + D mβ + 2pmγ",
    .run = run,
    .symmetry = [](const Problem& x) { return symmetric_by_number(x, 1, 1); },
    .rounds = [](const Problem& x) -> std::int64_t { return ceil_log2(x.p); },
    .bytes_total = [](const Problem& x) { return x.p * (hops(x) * x.bytes()); },
    .bytes_max_rank = [](const Problem& x) { return hops(x) * x.bytes(); },
    .time = time,
};

}  // namespace orrery::alltoall_bruck
