#include "algorithms/phases/circulant.h"

namespace orrery::inline algorithms {

void circulant_reduce_scatter(Comm& c, const CyclicBlocks& B, std::span<const int> skips,
                              int round) {
  const int p = c.size(), r = c.rank();
  Slice T;
  for (const auto& [s, lo, hi] : circulant::steps(skips, p)) {
    const int n = hi - lo + 1;
    const std::int64_t incoming = B.elements(r + lo - s, n);
    if (T.count() < incoming) T = c.scratch(incoming);
    const Slice t = T.part(0, incoming);
    // The rank sends the partial sums of n blocks to the rank s further on, and adds those that
    // come from s before it.
    c.round(round++);
    c.sendrecv(B(std::int64_t{r} + lo, n), mod(std::int64_t{r} + s, p), t, mod(r - s, p));
    c.reduce(B(r + lo - s, n), t);
  }
}

void ordered_reduce_scatter(Comm& c, const CyclicBlocks& B, int round) {
  const int p = c.size(), r = c.rank();
  const Slice own = B(r), T = c.scratch(own.count());
  const Slice low = r == 0 ? Slice() : c.scratch(own.count());  // of ranks 0 .. r-1
  for (int s = p - 1; s > 0; --s) {
    const int from = mod(r - s, p), to = mod(std::int64_t{r} + s, p);
    // The rank sends its share of one block straight to the rank the block belongs to; shares of
    // ranks before and after its own are added apart, which keeps their order.
    c.round(round++);
    c.sendrecv(B(to), to, from == 0 ? low : T, from);
    if (from > r)
      c.reduce(own, T);
    else if (from > 0)
      c.reduce(low, T);
  }
  if (r > 0) c.reduce_front(own, low);
}

void reduce_scatter_with_skips(Comm& c, const Call& call, int round) {
  const CyclicBlocks B(c, call);
  if (call.problem.commutative)
    circulant_reduce_scatter(c, B, call.skips, round);
  else
    ordered_reduce_scatter(c, B, round);
}

void circulant_allgather(Comm& c, const CyclicBlocks& B, std::span<const int> skips, int round) {
  const int p = c.size(), r = c.rank();
  const std::vector<circulant::ReductionRound> steps = circulant::steps(skips, p);
  for (auto step = steps.rbegin(); step != steps.rend(); ++step) {
    const auto& [s, lo, hi] = *step;
    const int n = hi - lo + 1;
    // The rank hands finished blocks to the rank s before it, and gets as many from the rank s
    // further on.
    c.round(round++);
    c.sendrecv(B(r + lo - s, n), mod(r - s, p), B(std::int64_t{r} + lo, n),
               mod(std::int64_t{r} + s, p));
  }
}

RoundWords circulant_words(const Problem& x, int k, bool reduce) {
  const std::vector<circulant::ReductionRound> steps = circulant::steps(skips_of(x), x.p);
  const std::size_t i = static_cast<std::size_t>(k);
  const auto& [s, lo, hi] = steps.at(reduce ? i : steps.size() - 1 - i);
  RoundWords words{text_of("s = ", s), "R", reduce ? "T" : "R", true};
  if (lo == s) words.letters += text_of(", s' = ", hi + 1);
  return words;
}

std::vector<int> skips_of(const Problem& x) {
  return x.skips.empty() ? circulant::halving_skips(x.p) : x.skips;
}

std::optional<std::string> bad_skips(const Problem& x) {
  if (x.skips.empty()) return std::nullopt;
  try {
    const auto i = circulant::first_unreachable(x.skips, x.p);
    if (!i) return std::nullopt;
    return text_of("the skips do not reach distance ", *i, ": every distance below p = ", x.p,
                   " must be a sum of different skips");
  } catch (const std::invalid_argument& e) {
    return e.what();
  }
}

std::optional<std::string> bad_reduction_skips(const Problem& x) {
  if (auto reason = bad_skips(x)) return reason;
  if (x.commutative || skips_of(x) == circulant::linear_skips(x.p)) return std::nullopt;
  return text_of(
      "an operator that does not commute needs skips = linear here: with p-1, p-2, ..., 1 "
      "every rank sends its part straight to the rank that adds it up in order");
}

Time circulant_time(const Problem& x, Bytes block, bool reduce) {
  Time sum{0};
  for (const circulant::ReductionRound& step : circulant::steps(skips_of(x), x.p)) {
    const Bytes bytes = step.blocks() * block;
    sum += x.cost.message(bytes) + (reduce ? x.cost.reduction(bytes) : Time(0));
  }
  return sum + (reduce && !x.commutative && x.p > 2 ? x.cost.reduction(block) : Time(0));
}

Bytes circulant_bytes(const Problem& x, const Partition& partition, int r, bool allgather) {
  std::int64_t sum = 0;
  for (const auto& [s, lo, hi] : circulant::steps(skips_of(x), x.p))
    for (int i = lo; i <= hi; ++i)
      sum += partition.size(mod(std::int64_t{r} + i - (allgather ? s : 0), x.p));
  return x.elements(sum);
}

}  // namespace orrery::inline algorithms
