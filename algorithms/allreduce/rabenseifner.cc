// Rabenseifner's allreduce: recursive halving of the vector, then doubling.
// Ref      R. Rabenseifner, "Optimization of Collective Reduction Operations", ICCS 2004;
//          R. Thakur, R. Rabenseifner, W. Gropp, IJHPCA 19(1), 2005, Sec. 4.5; the baseline (B) of
//          De Sensi et al., NSDI 2024, in linear order of ranks.
// Letters  p ranks, p' = 2^floor(log2 p), r participant (see with_power_of_two), m bytes, s step,
//          [lo, hi) the blocks of p' that r is responsible for.
// Rounds   2 log2 p', and 2 more if p is no power of two. Reduce-scatter, s = 0, 1, ...: r and
//          r XOR 2^s halve [lo, hi), each gives the other's half away and adds what it gets.
//          Allgather, s = log2 p' - 1, ..., 0: they exchange what they have. Blocks held, p = 4:
//            r = 0   0123  01--  0---  01--  0123
//            r = 1   0123  --23  --2-  --23  0123
//            r = 2   0123  01--  -1--  01--  0123
//            r = 3   0123  --23  ---3  --23  0123
// Sent     2 m (p'-1)/p' by a participant when p' divides m.
// Time     2 log2 p' α + 2 m (p'-1)/p' β + m (p'-1)/p' γ, and 2(α + m β) + m γ more if p is no
//          power of two.
// Keeps the order of ranks, so any associative operator will do.
#include <algorithm>
#include <array>

#include "algorithms/algorithm.h"
#include "algorithms/common/arithmetic.h"
#include "algorithms/common/power_of_two.h"

namespace orrery {

namespace {

struct Range {
  int lo, hi;
  Range lower() const { return {lo, (lo + hi) / 2}; }
  Range upper() const { return {(lo + hi) / 2, hi}; }
};

/// What participant r keeps and gives away of `range` in step s.
Range kept(Range range, int r, int s) {
  return (r >> s & 1) == 0 ? range.lower() : range.upper();
}
Range given(Range range, int r, int s) {
  return (r >> s & 1) == 0 ? range.upper() : range.lower();
}

void run(Comm& c, const Call& call) {
  const Participants all(c.size());
  const int steps = floor_log2(all.count);
  const auto blocks = [&](Range range) { return call.v.blocks(range.lo, range.hi, all.count); };

  with_power_of_two(c, call.v, 2 * steps, [&](int first_round, int r) {
    if (steps < 1) return;
    std::array<Range, 32> range{{{0, all.count}}};  // before step s
    const Slice T = c.scratch(blocks(range[0].lower()).count());
    for (int s = 0; s < steps; ++s) {
      const auto i = static_cast<std::size_t>(s);
      const int other = r ^ (1 << s), peer = all.rank_of(other);
      range[i + 1] = kept(range[i], r, s);
      const Slice mine = blocks(range[i + 1]), t = T.part(0, mine.count());
      c.round(first_round + s);
      c.sendrecv(blocks(given(range[i], r, s)), peer, t, peer);
      if (other < r)
        c.reduce_front(mine, t);
      else
        c.reduce(mine, t);
    }
    for (int s = steps - 1; s >= 0; --s) {
      const auto i = static_cast<std::size_t>(s);
      const int peer = all.rank_of(r ^ (1 << s));
      c.round(first_round + 2 * steps - 1 - s);
      c.sendrecv(blocks(range[i + 1]), peer, blocks(given(range[i], r, s)), peer);
    }
  });
}

/// What participant r sends: all that it gives away, and all that it then hands out.
std::int64_t elements_sent(const Problem& x, int r) {
  const int count = Participants(x.p).count;
  const Slice v(0, 1, 0, x.count);
  const auto size = [&](Range range) { return v.blocks(range.lo, range.hi, count).count(); };
  std::int64_t sum = 0;
  Range range{0, count};
  for (int s = 0; s < floor_log2(count); ++s) {
    const Range mine = kept(range, r, s);
    sum += size(given(range, r, s)) + size(mine);
    range = mine;
  }
  return sum;
}

/// Blocks differ by one element at most, so it takes a look at all participants; those that hand a
/// result back send m more.
Bytes sent_by_busiest(const Problem& x) {
  const Participants all(x.p);
  std::int64_t most = 0;
  for (int r = 0; r < all.count; ++r)
    most = std::max(most, elements_sent(x, r) + (r < all.extra ? x.count : 0));
  return x.elements(most);
}

Time time(const Problem& x) {
  const int count = Participants(x.p).count;
  Time sum = FoldCost(x).time;
  for (std::int64_t half = count / 2; half > 0; half /= 2) {
    const Bytes bytes = half * x.block(0, count);
    sum += 2 * x.cost.message(bytes) + x.cost.reduction(bytes);
  }
  return sum;
}

}  // namespace

extern const Algorithm allreduce_rabenseifner{
    .collective = "allreduce",
    .name = "rabenseifner",
    .summary =
        "Reduce-scatter by halving the vector at doubling distances, then allgather backwards: few "
        "rounds and few bytes.",
    .reference = "Rabenseifner, ICCS 2004",
    .formula = "2 log2 p α + 2(p-1)/p mβ + (p-1)/p mγ",
    .run = run,
    .rounds = [](const Problem& x) -> std::int64_t {
      return 2 * floor_log2(x.p) + FoldCost(x).rounds;
    },
    .bytes_total =
        [](const Problem& x) {
          return 2 * (std::int64_t{Participants(x.p).count} - 1) * x.bytes() +
                 FoldCost(x).bytes_total;
        },
    .bytes_max_rank = sent_by_busiest,
    .time = time,
};

}  // namespace orrery
