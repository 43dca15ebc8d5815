#include <algorithm>
#include <vector>

#include "algorithms/trees/completion_time.h"
#include "algorithms/trees/construct.h"

namespace orrery::trees {

namespace {

using RankList = std::vector<int>;

/// The two domains, each in rank order. One is empty if all blocks are of one size.
struct Domains {
  RankList large, small;
};

Domains domains_of(const std::vector<std::int64_t>& sizes) {
  const auto [least, most] = std::ranges::minmax(sizes);
  Domains domains;
  for (int r = 0; const std::int64_t m : sizes)
    (m - least > most - m ? domains.large : domains.small).push_back(r++);
  return domains;
}

/// Builds the binomial tree of a regular gather: ranks[0] is its root, ranks[v + 2^k] sends to
/// ranks[v], 2^k < v's lowest one.
void gather_regular(const RankList& ranks, TreeBuilder& builder) {
  const std::size_t n = ranks.size();
  for (std::size_t v = 0; v < n; ++v)
    for (std::size_t k = 1; v + k < n && (v & k) == 0; k *= 2) builder.take(ranks[v], ranks[v + k]);
}

/// Returns the ranks of a domain, in cyclic rank order from the root, which need not be one of
/// them.
RankList rooted_at(RankList ranks, int root) {
  std::erase(ranks, root);
  std::ranges::rotate(ranks, std::ranges::upper_bound(ranks, root));
  ranks.insert(ranks.begin(), root);
  return ranks;
}

/// Builds a tree in which the root gathers one domain, and the first rank of the other gathers the
/// rest and sends it.
Tree two_gathers(const RankList& mine, RankList others, int root, int p) {
  TreeBuilder builder(p);
  gather_regular(rooted_at(mine, root), builder);
  std::erase(others, root);
  if (!others.empty()) {
    gather_regular(others, builder);
    builder.take(root, others.front());
  }
  return builder.finish();
}

}  // namespace

TimedTree two_stage_tree(const Blocks& blocks, const TreeCosts& costs, int root) {
  check_input(blocks, costs, root, kMostLinear);
  const auto& sizes = blocks.sizes();
  if (root == kFreeRoot) root = static_cast<int>(std::ranges::max_element(sizes) - sizes.begin());
  const auto [large, small] = domains_of(sizes);
  TimedTree best{two_gathers(large, small, root, blocks.ranks())};
  best.time = completion_time(best.tree, blocks, costs);
  TimedTree other{two_gathers(small, large, root, blocks.ranks())};
  other.time = completion_time(other.tree, blocks, costs);
  return best.time <= other.time ? best : other;
}

}  // namespace orrery::trees
