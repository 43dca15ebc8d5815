#pragma once

#include <algorithm>
#include <map>
#include <vector>

#include <gtest/gtest.h>

#include "algorithms/trees/completion_time.h"
#include "algorithms/trees/ordered.h"
#include "emu/base/check.h"
#include "tests/property/trees/all_trees.h"
#include "tests/property/trees/brute_force.h"
#include "tests/property/trees/instances.h"

/// Compares the best trees of each class with all trees of few ranks, root by root.
namespace orrery::trees::testing {

/// Returns whether every subtree is a range of ranks.
inline bool has_ranges(const Tree& tree) {
  std::vector<int> first(static_cast<std::size_t>(tree.ranks())), last(first), ranks(first);
  for (const int r : tree.bottom_up()) {
    const auto at = static_cast<std::size_t>(r);
    first[at] = last[at] = r;
    ranks[at] = 1;
    for (const int c : tree.children(r)) {
      const auto below = static_cast<std::size_t>(c);
      first[at] = std::min(first[at], first[below]);
      last[at] = std::max(last[at], last[below]);
      ranks[at] += ranks[below];
    }
    if (last[at] - first[at] + 1 != ranks[at]) return false;
  }
  return true;
}

inline Cost time_of(const char* name, const Blocks& blocks, const TreeCosts& costs, int root) {
  const TimedTree built = find_construction(name).build(blocks, costs, root);
  EXPECT_EQ(built.time, completion_time(built.tree, blocks, costs)) << name;
  EXPECT_TRUE(root == kFreeRoot || built.tree.root() == root) << name;
  const std::string_view n = name;
  EXPECT_TRUE(in_rank_order(built.tree) || (n != "ordered" && n != "binary")) << name;
  EXPECT_TRUE(has_ranges(built.tree) || n == "non-ordered") << name;
  return built.time;
}

inline const BruteForce& brute_force(int p) {
  static std::map<int, BruteForce> all;
  return all.try_emplace(p, p).first->second;
}

/// Checks the best trees with each root, and with a free one.
inline void expect_best(const std::vector<std::int64_t>& sizes, const TreeCosts& costs) {
  const int p = static_cast<int>(sizes.size());
  const BruteTimes best = brute_force(p).best(sizes, costs);
  const Blocks blocks(sizes);
  const auto expect = [&](const char* name, const std::vector<Cost>& times) {
    ASSERT_EQ(time_of(name, blocks, costs, kFreeRoot), std::ranges::min(times)) << name;
    for (int r = 0; r < p; ++r)
      ASSERT_EQ(time_of(name, blocks, costs, r), times[static_cast<std::size_t>(r)]) << name;
  };
  expect("ordered", best.ordered);
  expect("binary", best.binary);
  expect("weakly-ordered", best.weakly_ordered);
  expect("non-ordered", best.any);
  for (int r = 0; r < p; ++r)
    ASSERT_LE(best.weakly_ordered[static_cast<std::size_t>(r)],
              best_sequence_tree(blocks, costs, r, Sequence::kConsecutive).time);
}

/// Checks n random size vectors of up to `most` ranks, each without and with copies (γ = β).
inline void expect_best_of_random(int n, int most, std::uint64_t seed) {
  Instances instances(seed);
  for (int i = 0; i < n; ++i) {
    const auto sizes = instances.sizes(static_cast<int>(instances.number(1, most)));
    TreeCosts costs = instances.costs();
    for (const Cost gamma : {Cost{0}, costs.beta}) {
      costs.gamma = gamma;
      SCOPED_TRACE(::testing::PrintToString(sizes));
      SCOPED_TRACE(text_of("alpha ", costs.alpha, " beta ", costs.beta, " gamma ", gamma));
      ASSERT_NO_FATAL_FAILURE(expect_best(sizes, costs));
    }
  }
}

}  // namespace orrery::trees::testing
