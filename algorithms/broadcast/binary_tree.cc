// Pipelined binary-tree broadcast.
// Letters  p ranks, n blocks, m bytes, v = (r - root) mod p virtual rank with children 2v + 1 and
//          2v + 2, b block, t(v) round in which v receives block 0: t = -1 for the root, one round
//          after its parent for a left child, two for a right one.
// Rounds   2(n - 1) + 1 + max t(v), about 2(n - 1) + 2 log2 p. In round t + 2b rank v receives
//          block b while it sends block b - 1 to its right child; in round t + 2b + 1 it sends
//          block b to its left child. With p = 2 there is no right child: n rounds.
// Sent     2 m by a rank with two children.
// Time     rounds (α + m/n β).
#include <algorithm>

#include "algorithms/algorithm.h"
#include "algorithms/cost_models/best_tuning.h"

namespace orrery::broadcast_binary_tree {

extern const Algorithm broadcast_binary_tree;

namespace {

int first_round(int v) {
  int t = -1;
  for (; v > 0; v = (v - 1) / 2) t += v % 2 == 1 ? 1 : 2;
  return t;
}

void run(Comm& c, const Call& call) {
  const int p = c.size(), n = call.blocks, v = mod(c.rank() - call.root, p);
  const auto rank = [&](std::int64_t virtual_rank) { return mod(virtual_rank + call.root, p); };
  const auto B = [&](int b) { return b < 0 || b >= n ? Slice() : call.v.block(b, n); };
  const std::int64_t left = 2 * std::int64_t{v} + 1, right = left + 1;
  const int t = first_round(v), period = p == 2 ? 1 : 2;

  for (int b = 0; b <= n; ++b) {
    const bool sends_right = right < p && b > 0, receives = v > 0 && b < n;
    if (sends_right || receives) {
      // The rank receives block b from its parent, and sends the block before it to its right
      // child.
      c.round(t + period * b);
      c.sendrecv(sends_right ? B(b - 1) : Slice(), rank(right), receives ? B(b) : Slice(),
                 rank((v - 1) / 2));
    }
    if (left < p && b < n) {
      // The rank sends block b to its left child.
      c.round(t + period * b + 1);
      c.send(B(b), rank(left));
    }
  }
}

std::int64_t rounds(const Problem& x, int n) {
  if (x.p <= 2) return x.p == 1 ? 0 : n;
  int last =
      0;  // the last rank of a level that is reached: all right turns, or among the last ones
  for (int v = x.p - 1; v > 0 && 4 * std::int64_t{v} >= x.p; --v)
    last = std::max(last, first_round(v));
  return 2 * (std::int64_t{n} - 1) + 1 + last;
}

/// Returns the best n. The first block, which is no smaller than any other, goes down; the others
/// follow as fast as a rank serves two children, and first takes a block where its port sends and
/// receives in turn.
int best(const Problem& x) {
  if (x.p == 1) return 1;
  const double period = x.p == 2 ? 1 : takes_turns(x) && x.p > 3 ? 3 : 2;
  const auto depth = static_cast<double>(rounds(x, 1));
  return fastest_blocks(
      broadcast_binary_tree, x, pipeline_limit(x, period, depth - period), [&](int n) {
        const double first = block_time(x, Slice(0, 1, 0, x.count).block(0, n).count(), false);
        return depth * first + period * (blocks_time(x, n, false) - first);
      });
}

/// Counts the vector twice for a rank with two children.
Bytes sent_by_busiest(const Problem& x) {
  return std::min(x.p - 1, 2) * x.bytes();
}

}  // namespace

extern const Algorithm broadcast_binary_tree{
    .collective = "broadcast",
    .name = "binary-tree",
    .summary = "n blocks flow down a binary tree; every rank serves its two children in turn.",
    .reference = "folklore",
    .formula = "at most 2(n-1+ceil(log2 p))(α + m/n β)",
    .pipelined = true,
    .run = run,
    .best_blocks = best,
    .rounds = [](const Problem& x) { return rounds(x, pipeline_blocks(x, best)); },
    .bytes_total = [](const Problem& x) { return (x.p - 1) * x.bytes(); },
    .bytes_max_rank = sent_by_busiest,
    .time = [](const Problem& x) { return pipeline_time(x, pipeline_blocks(x, best), rounds); },
};

}  // namespace orrery::broadcast_binary_tree
