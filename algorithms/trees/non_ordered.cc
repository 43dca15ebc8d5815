#include "algorithms/trees/non_ordered.h"

#include <algorithm>
#include <bit>
#include <numeric>

#include "algorithms/trees/ordered.h"
#include "algorithms/trees/ranges.h"
#include "emu/base/check.h"

namespace orrery::trees {

namespace {

using Set = std::uint32_t;  ///< of ranks

class SubsetProgram {
 public:
  SubsetProgram(const Blocks& blocks, const TreeCosts& costs)
      : blocks_(blocks), costs_(costs), all_((Set{1} << blocks.ranks()) - 1) {
    for (Set s = 0; s <= all_; ++s) sums_.push_back(sum_of(s));
  }

  TimedTree run(int root) {
    free_.assign(all_ + std::size_t{1}, 0);
    for (Set s = 1; s <= all_; ++s)
      if (!std::has_single_bit(s)) free_[s] = best_join(s, 0).time;
    given_ = root == kFreeRoot ? 0 : Set{1} << root;
    rooted_.assign(given_ ? all_ + std::size_t{1} : 0, 0);
    for (Set s = 1; given_ && s <= all_; ++s)
      if ((s & given_) && s != given_) rooted_[s] = best_join(s, given_).time;
    TreeBuilder builder(blocks_.ranks());
    build(all_, builder);
    return {builder.finish(), keeper_time(all_)};
  }

 private:
  struct Join {
    Set keeper = 0;
    Cost time = kNever;
  };

  std::int64_t sum_of(Set s) const {
    if (blocks_.shared()) return blocks_.total();
    std::int64_t sum = 0;
    for (; s != 0; s &= s - 1) sum += blocks_.size(std::countr_zero(s));
    return sum;
  }
  Cost time(Set s) const { return s & given_ ? rooted_[s] : free_[s]; }
  Cost keeper_time(Set s) const {
    return std::has_single_bit(s) ? costs_.copy(blocks_.size(std::countr_zero(s))) : time(s);
  }

  /// Finds the best join, Prop. 2: the keeper's part, which holds `root`, and the rest, which
  /// sends.
  Join best_join(Set s, Set root) const {
    Join best;
    for (Set keeper = (s - 1) & s; keeper != 0; keeper = (keeper - 1) & s) {
      if ((keeper & root) != root) continue;
      const Set sender = s & ~keeper;
      const Cost t = std::max(keeper_time(keeper), free_[sender]) + costs_.message(sums_[sender]);
      if (t < best.time) best = {keeper, t};
    }
    return best;
  }

  /// Builds the tree of s; returns its root.
  int build(Set s, TreeBuilder& builder) const {
    if (std::has_single_bit(s)) return std::countr_zero(s);
    const Join join = best_join(s, s & given_);
    const int root = build(join.keeper, builder);
    builder.take(root, build(s & ~join.keeper, builder));
    return root;
  }

  const Blocks& blocks_;
  const TreeCosts& costs_;
  Set all_;
  Set given_ = 0;
  std::vector<std::int64_t> sums_;
  std::vector<Cost> free_;
  std::vector<Cost> rooted_;
};

}  // namespace

TimedTree optimal_non_ordered_tree(const Blocks& blocks, const TreeCosts& costs, int root) {
  check_input(blocks, costs, root, kMostNonOrdered);
  return SubsetProgram(blocks, costs).run(root);
}

TimedTree non_ordered_tree(const Blocks& blocks, const TreeCosts& costs, int root) {
  if (blocks.ranks() <= kExactNonOrdered) return optimal_non_ordered_tree(blocks, costs, root);
  TimedTree best = weakly_ordered_tree(blocks, costs, root);
  const auto offer = [&](const TimedTree& other) {
    TimedTree faster = resequenced(other.tree, blocks, costs);
    if (faster.time < best.time) best = std::move(faster);
  };
  offer(two_stage_tree(blocks, costs, root));
  offer(linear_tree(blocks, costs, root));
  for (const char* name : {"optimal", "adaptive"})
    offer(virtual_rank_tree(find_construction(name), blocks, costs, root));
  return best;
}

TimedTree virtual_rank_tree(const Construction& construction, const Blocks& blocks,
                            const TreeCosts& costs, int root) {
  check_input(blocks, costs, root, kMostLinear);
  const auto& sizes = blocks.sizes();
  const auto size = [&](int r) { return sizes[static_cast<std::size_t>(r)]; };
  std::vector<int> names(sizes.size());
  std::iota(names.begin(), names.end(), 0);
  std::ranges::stable_sort(names, [&](int a, int b) {
    if ((a == root) != (b == root)) return a == root;
    return size(a) > size(b);
  });
  std::vector<std::int64_t> sorted;
  sorted.reserve(sizes.size());
  for (const int r : names) sorted.push_back(size(r));
  const Blocks renumbered = blocks.shared() ? blocks : Blocks(std::move(sorted));
  const TimedTree built = construction.build(renumbered, costs, 0);
  return {renamed(built.tree, names), built.time};
}

Blocks partition_blocks(const std::vector<std::int64_t>& numbers) {
  const auto p = static_cast<std::int64_t>(numbers.size());
  const std::int64_t m = Blocks(numbers).total();
  EMU_CHECK(m % 2 == 0, "the numbers add up to ", m, "; expected an even sum");
  EMU_CHECK(m <= INT64_MAX / 4 / p, "the sum of the numbers, ", m, ", is too large");
  std::vector<std::int64_t> sizes;
  for (const std::int64_t n : numbers) {
    EMU_CHECK(n > 0 && n < m / 2, "the number ", n, " of sum ", m, "; expected 1 .. below a half");
    sizes.push_back(p * n + 1);
  }
  sizes.push_back(p * m / 2);
  sizes.push_back(p * m / 2 + p);
  return Blocks(std::move(sizes));
}

namespace {

/// Returns the ranks below r.
std::vector<int> ranks_below(const Tree& tree, int r) {
  const auto children = tree.children(r);
  std::vector<int> ranks(children.begin(), children.end());
  for (std::size_t n = 0; n < ranks.size(); ++n)
    for (const int c : tree.children(ranks[n])) ranks.push_back(c);
  return ranks;
}

}  // namespace

std::vector<std::int64_t> half_in(const Tree& tree, const std::vector<std::int64_t>& numbers) {
  const int p = static_cast<int>(numbers.size());
  const std::int64_t m = std::accumulate(numbers.begin(), numbers.end(), std::int64_t{0});
  for (const int large : {p, p + 1}) {
    std::vector<std::int64_t> half;
    for (const int r : ranks_below(tree, large))
      if (r < p) half.push_back(numbers[static_cast<std::size_t>(r)]);
    std::ranges::sort(half);
    if (2 * std::accumulate(half.begin(), half.end(), std::int64_t{0}) == m) return half;
  }
  return {};
}

}  // namespace orrery::trees
