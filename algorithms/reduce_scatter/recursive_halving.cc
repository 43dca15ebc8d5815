// Recursive-halving reduce-scatter.
// Ref      R. Thakur, R. Rabenseifner, W. Gropp, "Optimization of Collective Communication
//          Operations in MPICH", IJHPCA 19(1), 2005, Sec. 4.3.
// Letters  p ranks, p' = 2^floor(log2 p), e = p - p', r participant (see Participants), m bytes,
//          s step, [lo, hi) participants whose blocks r is responsible for.
// Rounds   log2 p', and 2 more if p is not a power of two. In step s participants r and
//          r XOR p'/2^(s+1) halve [lo, hi); each gives the other's half away and adds what it gets.
//          A participant that acts for two ranks ends with both blocks and hands one back.
// Sent     m (p'-1)/p' by a participant when p is a power of two and divides m.
// Time     log2 p α + (p-1)/p m (β + γ) when p is a power of two that divides m.
// Needs    a commutative operator.
#include <algorithm>

#include "algorithms/algorithm.h"
#include "algorithms/common/arithmetic.h"
#include "algorithms/common/power_of_two.h"
#include "algorithms/common/symmetry_hint.h"

namespace orrery::reduce_scatter_recursive_halving {

namespace {

/// Returns the first rank that participant i acts for; participants lo .. hi-1 act for first(lo) ..
/// first(hi)-1.
int first_rank(const Participants& all, int i) {
  return i < all.extra ? 2 * i : i + all.extra;
}

struct Halves {
  int lo, hi, middle;
  Halves(int from, int to) : lo(from), hi(to), middle((from + to) / 2) {}
};

void run(Comm& c, const Call& call) {
  const Participants all(c.size());
  const int steps = floor_log2(all.count), rank = c.rank(), e = all.extra, fold = e > 0 ? 1 : 0;
  const bool paired = rank < 2 * e, folded = paired && rank % 2 == 0;
  const auto blocks = [&](int lo, int hi) {
    return call.partition.blocks(call.v, first_rank(all, lo), first_rank(all, hi));
  };
  const auto add = [&](Slice mine, Slice out, int peer) {
    const Slice t = c.scratch(mine.count());
    c.sendrecv(out, peer, t, peer);
    c.reduce(mine, t);
  };

  // Ranks beyond a power of two fold: an even one hands its vector to its right neighbour, which
  // adds it.
  if (fold != 0) c.round(0);
  if (folded)
    c.send(call.v, rank + 1);
  else if (paired)
    add(call.v, Slice(), rank - 1);
  if (!folded) {
    const int r = paired ? rank / 2 : rank - e;
    int lo = 0, hi = all.count;
    for (int s = 0; s < steps; ++s) {
      const Halves range(lo, hi);
      const bool lower = r < range.middle;
      const int peer = all.rank_of(r ^ (all.count >> (s + 1)));
      const Slice low = blocks(range.lo, range.middle), high = blocks(range.middle, range.hi);
      // The rank and its partner halve the range they share: each gives the other's half away and
      // adds what comes to its own.
      c.round(fold + s);
      add(lower ? low : high, lower ? high : low, peer);
      (lower ? hi : lo) = range.middle;
    }
  }
  // A rank that folded gets its finished block back from its right neighbour.
  if (fold != 0) c.round(steps + 1);
  if (folded)
    c.recv(call.block(rank), rank + 1);
  else if (paired)
    c.send(call.block(rank - 1), rank - 1);
}

std::int64_t elements(const Problem& x, const Participants& all, int lo, int hi) {
  const Partition parts = x.partition(x.count);
  return parts.offset(first_rank(all, hi)) - parts.offset(first_rank(all, lo));
}

/// Returns the elements that participant r gives away while halving: all but its own blocks.
std::int64_t sent_while_halving(const Problem& x, const Participants& all, int r) {
  return x.count - elements(x, all, r, r + 1);
}

Bytes bytes_total(const Problem& x) {
  const Participants all(x.p);
  const Partition parts = x.partition(x.count);
  std::int64_t sum = all.extra * x.count;
  for (int r = 0; r < all.count; ++r) sum += sent_while_halving(x, all, r);
  for (int r = 0; r < all.extra; ++r) sum += parts.size(2 * r);
  return x.elements(sum);
}

Bytes bytes_max_rank(const Problem& x) {
  const Participants all(x.p);
  const Partition parts = x.partition(x.count);
  std::int64_t most = all.extra > 0 ? x.count : 0;
  for (int r = 0; r < all.count; ++r)
    most = std::max(most, sent_while_halving(x, all, r) + (r < all.extra ? parts.size(2 * r) : 0));
  return x.elements(most);
}

/// Follows participant 0, which acts for the most ranks; exact when all blocks are equal.
Time time(const Problem& x) {
  const Participants all(x.p);
  const bool fold = all.extra > 0;
  Time sum = fold ? x.cost.message(x.bytes()) + x.cost.reduction(x.bytes()) : Time(0);
  for (int half = all.count / 2; half > 0; half /= 2) {
    const Bytes low = x.elements(elements(x, all, 0, half));
    sum += x.cost.message(low) + x.cost.reduction(low);
  }
  return fold ? sum + x.cost.message(x.elements(x.partition(x.count).size(0))) : sum;
}

}  // namespace

extern const Algorithm reduce_scatter_recursive_halving{
    .collective = "reduce-scatter",
    .name = "recursive-halving",
    .summary = "Pairs at halving distances exchange halves of the remaining data.",
    .reference = "Thakur, Rabenseifner and Gropp, IJHPCA 19(1), 2005, Sec. 4.3",
    .formula = "log2 p α + (p-1)/p m(β + γ)",
    .formula_if = "p = 2^q",
    .reproducible = Reproducible::kOnAllRanks,
    .needs_commutative = true,
    .run = run,
    .symmetry = [](const Problem& x) { return symmetric_by_exclusive_or(x, x.p); },
    .rounds = [](const Problem& x) -> std::int64_t {
      return floor_log2(x.p) + (is_power_of_two(x.p) ? 0 : 2);
    },
    .bytes_total = bytes_total,
    .bytes_max_rank = bytes_max_rank,
    .time = time,
};

}  // namespace orrery::reduce_scatter_recursive_halving
