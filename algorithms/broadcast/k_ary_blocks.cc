// Pipelined broadcast down a complete k-ary tree whose ranks send a block to all their children at once.
// Ref      folklore; with k = 2 the binary tree of Open MPI with segments.
// Letters  p ranks, k radix (2 unless it is given), v = (r - root) mod p virtual rank with children kv + 1 .. kv + k, d
//          depth of v, n blocks, m bytes, b block, i round.
// Rounds   n - 1 + the depth of rank p - 1. In round i a rank posts block i - d to all its children, while block
//          i - d + 1 comes from its parent, and waits for all.
// Sent     (p-1) m; at most k m by a rank.
// Time     (n - 1 + depth)(α + m/n β) where a rank sends to all its children at once, as with a port for every link; on
//          one port at most k times that.
#include <algorithm>
#include <vector>

#include "algorithms/algorithm.h"
#include "algorithms/cost_models/best_tuning.h"
#include "algorithms/schedules/trees/k_nomial.h"

namespace orrery::broadcast_k_ary_blocks {

extern const Algorithm broadcast_k_ary_blocks;

namespace {

RootedTree tree_of(const Problem& x) {
  return k_ary_tree(x.p, radix_for(broadcast_k_ary_blocks, x));
}

void run(Comm& c, const Call& call) {
  const int p = c.size(), n = call.blocks, v = mod(c.rank() - call.root, p);
  const RootedTree tree = tree_of(call.problem);
  const int d = tree.depth(v), rounds = n - 1 + tree.rounds();
  const auto rank = [&](int u) { return mod(u + call.root, p); };
  const auto B = [&](int b) { return b < 0 || b >= n ? Slice() : call.v.block(b, n); };
  std::vector<Handle> handles;
  for (int i = std::max(d - 1, 0); i < rounds && p > 1; ++i) {
    // The rank posts a block to all its children, while the next one comes from its parent.
    c.round(i);
    handles.clear();
    if (v > 0) handles.push_back(c.irecv(B(i - d + 1), rank(tree.parent(v))));
    for (const int child : tree.children(v)) handles.push_back(c.isend(B(i - d), rank(child)));
    c.wait_all(handles);
  }
}

std::int64_t rounds(const Problem& x, int n) {
  return x.p == 1 ? 0 : std::int64_t{n} - 1 + tree_of(x).rounds();
}

/// Counts the messages one after the other until the last rank has the last of n blocks: the first
/// block waits for the children before it, the others for the rank with the most children on their
/// route.
std::int64_t turns(const Problem& x, int n) {
  const RootedTree tree = tree_of(x);
  std::vector<std::int64_t> first(static_cast<std::size_t>(x.p)), pace = first;
  std::int64_t most = 0;
  for (int v = 0; v < x.p; ++v) {
    std::int64_t turn = 0;
    const auto parent = static_cast<std::size_t>(v);
    for (const int child : tree.children(v)) {
      const auto at = static_cast<std::size_t>(child);
      first[at] = first[parent] + ++turn;
      pace[at] = std::max(pace[parent], std::ssize(tree.children(v)));
      most = std::max(most, first[at] + (n - 1) * pace[at]);
    }
  }
  return most;
}

int best(const Problem& x) {
  return fastest_blocks(
      broadcast_k_ary_blocks, x,
      pipeline_limit(x, radix_for(broadcast_k_ary_blocks, x), static_cast<double>(turns(x, 1))),
      [&](int n) {
        return static_cast<double>(turns(x, n)) * block_time(x, (x.count + n - 1) / n, false);
      });
}

int blocks_of(const Problem& x) {
  return pipeline_blocks(x, best);
}

}  // namespace

extern const Algorithm broadcast_k_ary_blocks{
    .collective = "broadcast",
    .name = "k-ary-blocks",
    .summary = "n blocks flow down a k-ary tree; a rank sends each to its k children at once.",
    .reference = "folklore; as Open MPI's binary tree with segments for k = 2",
    .formula = "at most k(n-1+q)(α + m/n β)",
    .pipelined = true,
    .radixed = true,
    .run = run,
    .best_blocks = best,
    .best_radix = [](const Problem&) { return 2; },
    .rounds = [](const Problem& x) { return rounds(x, blocks_of(x)); },
    .bytes_total = [](const Problem& x) { return (x.p - 1) * x.bytes(); },
    .bytes_max_rank =
        [](const Problem& x) { return std::ssize(tree_of(x).children(0)) * x.bytes(); },
    .time = [](const Problem& x) { return pipeline_time(x, blocks_of(x), turns); },
};

}  // namespace orrery::broadcast_k_ary_blocks
