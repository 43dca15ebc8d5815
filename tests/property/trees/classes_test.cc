// Tests the best trees of each class against all trees of few ranks, root by root.
#include <algorithm>
#include <numeric>

#include <gtest/gtest.h>

#include "algorithms/trees/completion_time.h"
#include "algorithms/trees/non_ordered.h"
#include "algorithms/trees/ordered.h"
#include "tests/property/trees/class_checks.h"

namespace orrery::trees {
namespace {

using testing::time_of;

TEST(TreeClasses, AreTheBestOfAllTrees) {
  testing::expect_best_of_random(300, 6, 1);
}

/// Checks that Prop. 3 confuses the best joined tree with the best ordered one.
TEST(TreeClasses, TheBestOrderedTreeNeedNotBeJoined) {
  const Blocks blocks({2, 2, 1, 0});
  EXPECT_EQ(time_of("ordered", blocks, {1, 1, 0}, 3), 7);
  EXPECT_EQ(time_of("optimal", blocks, {1, 1, 0}, 3), 8);
  EXPECT_EQ(time_of("optimal-strict", blocks, {1, 1, 0}, 3), 11);
}

/// Checks a counterexample to Prop. 1, which promises 2 α + β m.
TEST(TreeClasses, TheBestJoinedTreeNeedNotBeOrdered) {
  const Blocks blocks({1, 1, 1, 2});
  EXPECT_EQ(time_of("ordered", blocks, {50, 1, 1}, kFreeRoot), 106);
  EXPECT_EQ(time_of("adaptive", blocks, {50, 1, 1}, kFreeRoot), 105);
}

/// Checks beyond exact sizes that each class is no worse than the classes that it contains.
TEST(TreeClasses, HeuristicsAreNoWorseThanWhatTheyContain) {
  testing::Instances instances(3);
  for (int n = 0; n < 60; ++n) {
    const int p = static_cast<int>(instances.number(kMostWeak + 1, 60));
    const Blocks blocks(instances.sizes(p));
    const TreeCosts costs = instances.costs();
    for (const int root : {kFreeRoot, static_cast<int>(instances.number(0, p - 1))}) {
      const Cost weak = time_of("weakly-ordered", blocks, costs, root);
      for (const char* name : {"ordered", "binary", "optimal", "optimal-strict", "linear"})
        ASSERT_LE(weak, time_of(name, blocks, costs, root)) << name;
      const Cost any = time_of("non-ordered", blocks, costs, root);
      ASSERT_LE(any, weak);
      ASSERT_LE(any, two_stage_tree(blocks, costs, root).time);
      if (root != kFreeRoot) {
        ASSERT_GE(any, lower_bound(blocks, costs, root));
      }
    }
  }
}

TEST(TreeClasses, ASequenceByReadinessIsNeverSlower) {
  testing::Instances instances(4);
  for (int n = 0; n < 500; ++n) {
    const auto x = instances.next(40);
    for (const char* name : {"linear", "binary", "oblivious", "two-stage"}) {
      const TimedTree built = find_construction(name).build(x.blocks, x.costs, x.root);
      const TimedTree again = resequenced(built.tree, x.blocks, x.costs);
      ASSERT_LE(again.time, built.time);
      ASSERT_EQ(again.time, completion_time(again.tree, x.blocks, x.costs));
      for (int r = 0; r < x.blocks.ranks(); ++r)
        ASSERT_EQ(again.tree.parent(r), built.tree.parent(r));
    }
  }
}

/// Checks the paper's proof of Thm. 7: the best tree takes 2pm + 2p + 2 if and only if the numbers
/// have two halves of equal sum, and then shows these.
TEST(TreeClasses, TheBestTreePartsNumbersThatHaveHalves) {
  testing::Instances instances(5);
  int with = 0, without = 0;
  while (with < 40 || without < 10) {
    const auto p = static_cast<int>(instances.number(3, 8));
    std::vector<std::int64_t> numbers;
    for (int i = 0; i < p; ++i) numbers.push_back(instances.number(1, 12));
    const auto m = std::accumulate(numbers.begin(), numbers.end(), std::int64_t{0});
    if (m % 2 != 0 || 2 * std::ranges::max(numbers) >= m) continue;
    bool halves = false;
    for (unsigned s = 0; s < 1U << p; ++s) {
      std::int64_t sum = 0;
      for (int i = 0; i < p; ++i) sum += (s >> i & 1) * numbers[static_cast<std::size_t>(i)];
      halves = halves || 2 * sum == m;
    }
    const TimedTree best =
        optimal_non_ordered_tree(partition_blocks(numbers), {1, 1, 1}, kFreeRoot);
    const std::vector<std::int64_t> half = half_in(best.tree, numbers);
    SCOPED_TRACE(::testing::PrintToString(numbers));
    ASSERT_EQ(best.time == 2 * p * m + 2 * p + 2, halves);
    ASSERT_TRUE(!halves || 2 * std::accumulate(half.begin(), half.end(), std::int64_t{0}) == m);
    ++(halves ? with : without);
  }
}

/// Checks two sizes: each domain gathers over a binomial tree, both at once, then one message
/// follows; also Lemma 2.
TEST(TreeClasses, TwoStagesAreTwoRegularGathersAndAMessage) {
  const TreeCosts costs{100, 1, 0};
  // Ranks 1 3 5 7 have 50; rank 5 gathers them in 2 messages: 100 + 50, 100 + 100. Ranks 0 2 4 6 8
  // have 1 and need 3 messages until 100 + 1 + 100 + 2 + 100 + 1; their 5 units follow.
  const Blocks blocks({1, 50, 1, 50, 1, 50, 1, 50, 1});
  const TimedTree built = two_stage_tree(blocks, costs, 5);
  EXPECT_EQ(built.time, std::max(350, 304) + 105);
  EXPECT_EQ(built.tree.parent(0), 5);
  EXPECT_EQ(built.tree.degree(5), 3);
  for (const int r : {1, 3, 7}) EXPECT_NE(built.tree.parent(r), 0);
  // A root with a small block gathers the large blocks itself: their data travel once.
  EXPECT_LE(two_stage_tree(blocks, costs, 4).time, 3 * 100 + 200 + 105);
}

}  // namespace
}  // namespace orrery::trees
