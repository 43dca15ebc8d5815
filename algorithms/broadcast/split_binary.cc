// Broadcast of each half of the vector down one side of a binary tree; pairs of ranks then exchange the halves.
// Ref      Open MPI, coll/base, bcast split_binary_tree.
// Letters  p ranks, v = (r - root) mod p virtual rank, L = floor(log2(v + 1)) its level, with children v + 2^L and
//          v + 2^(L+1): odd v are on the left, the others on the right; n segments of each half, g segment, m bytes,
//          t(v) = L - 2 + number of ones in v + 1, the round in which segment 0 enters v.
// Rounds   R = 2 (n - 1) + max t(v) + 2; n + 1 for p = 2. Segment g enters v in round t(v) + 2 g. In the last round
//          odd v exchanges halves with v + 1; if there is no v + 1, the root sends it the right half.
// Sent     (p-1) m in all.
// Time     at most (R - 1)(α + m/2n β) + α + m/2 β.
#include <algorithm>
#include <bit>

#include "algorithms/common/arithmetic.h"
#include "algorithms/phases/follow.h"

namespace orrery::broadcast_split_binary {

namespace {

int first_round(int v) {
  return floor_log2(v + 1) - 2 + std::popcount(static_cast<unsigned>(v) + 1);
}

int parent(int v) {
  const int step = 1 << floor_log2(v + 1) >> 1;
  return v < 3 * step - 1 ? v - step : v - 2 * step;
}

int period(int p) {
  return p == 2 ? 1 : 2;
}

std::int64_t rounds(const Problem& x, int n) {
  if (x.p == 1) return 0;
  const int last = floor_log2(x.p);  // level
  return std::max(2 * last - 2, last + floor_log2(x.p + 1 - (1 << last))) +
         period(x.p) * (std::int64_t{n} - 1) + 1;
}

BlockPlan plan(const Problem& x, int r) {
  const int p = x.p, n = x.blocks, v = mod(std::int64_t{r} - x.root, p);
  const auto rank = [&](int u) { return mod(std::int64_t{u} + x.root, p); };
  const auto half = [&](int u) { return u % 2 == 1 ? numbers(0, n) : numbers(n, 2 * n); };
  const int delta = 1 << floor_log2(v + 1);
  BlockPlan plan;
  plan.pieces = 2 * n;
  plan.parts = 2;
  for (int g = 0; g < n; ++g) {
    const auto round = [&](int u) { return first_round(u) + period(p) * g; };
    const auto segment = [&](int u) { return std::vector{u % 2 == 1 ? g : n + g}; };
    if (v > 0) plan.receive(round(v), rank(parent(v)), segment(v));
    for (const int child : {v + delta, v + 2 * delta})
      if (child < p) plan.send(round(child), rank(child), segment(child));
  }
  const int last = static_cast<int>(rounds(x, n)) - 1, pair = v % 2 == 1 ? v + 1 : v - 1;
  if (v > 0 && pair < p) {
    plan.send(last, rank(pair), half(v));
    plan.receive(last, rank(pair), half(pair));
  } else if (v > 0) {
    plan.receive(last, x.root, half(0));
  } else if (p % 2 == 0) {
    plan.send(last, rank(p - 1), half(0));
  }
  return plan;
}

}  // namespace

extern constinit const Algorithm broadcast_split_binary =
    by_pipeline<broadcast_split_binary, rounds, 2>({
        .collective = "broadcast",
        .name = "split-binary",
        .summary =
            "The halves of the vector flow down the two sides of a binary tree; then pairs of "
            "ranks, one from each side, exchange them.",
        .reference = "Open MPI, bcast split_binary_tree",
        .formula = "at most (R-1)(α + m/(2n) β) + α + m/2 β",
        .plan = plan,
        .bytes_total = [](const Problem& x) { return std::int64_t{x.p - 1} * x.bytes(); },
    });

}  // namespace orrery::broadcast_split_binary
