// Tests constructions of trees against each other, against all trees of few ranks, and against the
// paper's statements.
#include <algorithm>
#include <functional>
#include <stdexcept>
#include <utility>

#include <gtest/gtest.h>

#include "algorithms/trees/completion_time.h"
#include "algorithms/trees/fast_optimal.h"
#include "algorithms/trees/non_ordered.h"
#include "algorithms/trees/pair_costs.h"
#include "tests/property/trees/all_trees.h"
#include "tests/property/trees/instances.h"
#include "tests/property/trees/ordered_tree.h"

namespace orrery::trees {
namespace {

int log2_up(int p) {
  int q = 0;
  while ((1 << q) < p) ++q;
  return q;
}

TEST(Constructions, TakeTheTimeThatTheEvaluatorFinds) {
  testing::Instances instances(1);
  for (int n = 0; n < 4000; ++n) {
    const auto x = instances.next(n % 100 == 0 ? 40 : 9);
    for (const Construction& c : constructions())
      for (const int root : {kFreeRoot, x.root}) {
        SCOPED_TRACE(std::string(c.name));
        const TimedTree built = c.build(x.blocks, x.costs, root);
        ASSERT_EQ(built.time, completion_time(built.tree, x.blocks, x.costs));
        ASSERT_GE(built.time, lower_bound(x.blocks, x.costs, built.tree.root()));
        ASSERT_TRUE(root == kFreeRoot || built.tree.root() == root);
        ASSERT_TRUE(c.name == "two-stage" || c.name == "weakly-ordered" ||
                    c.name == "non-ordered" || is_ordered(built.tree));
      }
  }
}

TEST(Constructions, NoTreeMadeByJoiningIsFasterThanOptimal) {
  testing::Instances instances(2);
  for (int n = 0; n < 1000; ++n) {
    const auto x = instances.next(24);
    for (const int root : {kFreeRoot, x.root}) {
      const Cost best = optimal_tree(x.blocks, x.costs, root).time;
      const Cost strict = optimal_strict_tree(x.blocks, x.costs, root).time;
      ASSERT_LE(best, strict);
      for (const auto build : {linear_tree, oblivious_tree, adaptive_tree})
        ASSERT_LE(best, build(x.blocks, x.costs, root).time);
      if (x.blocks.ranks() <= 9) {
        ASSERT_LE(optimal_non_ordered_tree(x.blocks, x.costs, root).time, best);
      }
    }
  }
}

TEST(Constructions, FreeRootIsTheBestOfAllRoots) {
  testing::Instances instances(3);
  for (int n = 0; n < 600; ++n) {
    const auto x = instances.next(20);
    for (const auto build : {linear_tree, oblivious_tree, optimal_tree, optimal_strict_tree}) {
      const TimedTree free = build(x.blocks, x.costs, kFreeRoot);
      Cost best = free.time;
      for (int r = 0; r < x.blocks.ranks(); ++r)
        best = std::min(best, build(x.blocks, x.costs, r).time);
      ASSERT_EQ(best, free.time);
      ASSERT_EQ(build(x.blocks, x.costs, free.tree.root()).time, free.time);
    }
  }
}

TEST(Constructions, EqualTheBestOfAllTrees) {
  testing::Instances instances(4);
  for (int n = 0; n < 300; ++n) {
    const auto x = instances.next(n % 60 == 0 ? 6 : 5);
    for (const int root : {kFreeRoot, x.root}) {
      const testing::BestTimes best = testing::best_of_all_trees(x.blocks, x.costs, root);
      ASSERT_EQ(optimal_tree_cubic(x.blocks, x.costs, root).time, best.interleaved);
      ASSERT_EQ(fast_optimal_tree(x.blocks, x.costs, root).time, best.interleaved);
      ASSERT_EQ(binary_tree(x.blocks, x.costs, kFreeRoot).time,
                root == kFreeRoot ? best.binary : binary_tree(x.blocks, x.costs, kFreeRoot).time);
      ASSERT_EQ(optimal_strict_tree(x.blocks, x.costs, root).time, best.strict);
    }
  }
}

/// Checks Prop. 1: the number of α is exact for powers of two; otherwise a smaller remaining part
/// may save some.
TEST(Constructions, AdaptiveTakesTheTimeOfPropositionOne) {
  testing::Instances instances(5);
  for (int n = 0; n < 500; ++n) {
    auto sizes =
        instances.sizes(n % 2 == 0 ? 1 << (1 + n % 8) : static_cast<int>(instances.number(2, 200)));
    for (std::int64_t& m : sizes) ++m;  // none is empty
    const Blocks blocks(sizes);
    const Cost time = adaptive_tree(blocks, {37, 3, 3}, kFreeRoot).time;
    const Cost most = Cost{37} * log2_up(blocks.ranks()) + 3 * blocks.total();
    ASSERT_LE(time, most);
    if (1 << log2_up(blocks.ranks()) == blocks.ranks()) {
      ASSERT_EQ(time, most);
    }
  }
}

TEST(Constructions, TwoStagesReachTheOptimumOfLemmaTwo) {
  for (const int p : {3, 8, 33, 200})
    for (int r = 0; r < p; r += 1 + p / 5) {
      const TreeCosts costs{100, 1, 1};
      std::vector<std::int64_t> sizes(static_cast<std::size_t>(p), 10);
      sizes[static_cast<std::size_t>(r)] = 100 * log2_up(p - 1) + 10 * (p - 1);
      const Blocks blocks(sizes);
      EXPECT_EQ(two_stage_tree(blocks, costs, kFreeRoot).time, 100 + blocks.total());
      EXPECT_EQ(two_stage_tree(blocks, costs, r).time, 100 + blocks.total());
      EXPECT_LE(two_stage_tree(blocks, costs, r).time, adaptive_tree(blocks, costs, r).time);
    }
}

TEST(Constructions, AnOrderedTreeMissesTheOptimumOfPartition) {
  const Blocks blocks = partition_blocks({2, 3, 3, 3, 4, 4, 4, 6, 6, 13});
  EXPECT_EQ(optimal_non_ordered_tree(blocks, {1, 1, 1}, kFreeRoot).time, 982);
  EXPECT_EQ(optimal_tree(blocks, {1, 1, 1}, kFreeRoot).time, 983);
}

/// Checks Thm. 2, which is about trees made by joining. Without joins rank 3 could take 0 and 1
/// before its neighbour 2, so that 1 has time to collect 2.
TEST(Constructions, AnOrderedTreeNotMadeByJoiningMayBeFaster) {
  const Blocks blocks({2, 2, 1, 0});
  EXPECT_EQ(optimal_tree(blocks, {1, 1, 0}, 3).time, 8);
  const TimedTree binary = binary_tree(blocks, {1, 1, 0}, 3);
  EXPECT_EQ(binary.time, 7);
  EXPECT_TRUE(is_ordered(binary.tree));
}

TEST(Constructions, NonOrderedEqualsTheBestOfAllTrees) {
  testing::Instances instances(6);
  for (int n = 0; n < 100; ++n) {
    const auto x = instances.next(5);
    for (const int root : {kFreeRoot, x.root}) {
      const TimedTree built = optimal_non_ordered_tree(x.blocks, x.costs, root);
      ASSERT_EQ(built.time, completion_time(built.tree, x.blocks, x.costs));
      ASSERT_EQ(built.time, testing::best_of_all_trees(x.blocks, x.costs, root).non_ordered);
    }
  }
}

TEST(Constructions, VirtualRanksKeepTheRootAndTheTime) {
  testing::Instances instances(7);
  for (int n = 0; n < 500; ++n) {
    const auto x = instances.next(30);
    for (const Construction& c : constructions())
      for (const int root : {kFreeRoot, x.root}) {
        const TimedTree built = virtual_rank_tree(c, x.blocks, x.costs, root);
        ASSERT_EQ(built.time, completion_time(built.tree, x.blocks, x.costs));
        ASSERT_TRUE(root == kFreeRoot || built.tree.root() == root);
      }
  }
}

TEST(PairCosts, EqualTheHomogeneousProgramIfAllPairsAreEqual) {
  testing::Instances instances(8);
  for (int n = 0; n < 300; ++n) {
    const auto x = instances.next(16);
    const PairCosts pairs(x.blocks.ranks(), x.costs);
    for (const int root : {kFreeRoot, x.root}) {
      const TimedTree built = optimal_pair_tree(x.blocks, pairs, root);
      ASSERT_EQ(built.time, optimal_tree_cubic(x.blocks, x.costs, root).time);
      ASSERT_EQ(built.time, completion_time(built.tree, x.blocks, pairs));
      const TimedTree two = binary_pair_tree(x.blocks, pairs, root);
      ASSERT_EQ(two.time, binary_tree(x.blocks, x.costs, root).time);
      ASSERT_EQ(two.time, completion_time(two.tree, x.blocks, pairs));
    }
  }
}

TEST(PairCosts, EqualTheBestOfAllTrees) {
  testing::Instances instances(9);
  for (int n = 0; n < 150; ++n) {
    const auto x = instances.next(n % 50 == 0 ? 6 : 5);
    const int p = x.blocks.ranks();
    PairCosts pairs(p, x.costs);
    for (int i = 0; i < p; ++i) {
      pairs.set_copy(i, instances.number(0, 9));
      for (int j = 0; j < p; ++j)
        pairs.set_link(i, j, instances.number(0, 99), instances.number(0, 9));
    }
    for (const int root : {kFreeRoot, x.root}) {
      const TimedTree built = optimal_pair_tree(x.blocks, pairs, root);
      ASSERT_EQ(built.time, completion_time(built.tree, x.blocks, pairs));
      const testing::BestTimes best = testing::best_of_all_trees(x.blocks, pairs, root);
      ASSERT_EQ(built.time, best.interleaved);
      const TimedTree two = binary_pair_tree(x.blocks, pairs, root);
      ASSERT_EQ(two.time, best.binary);
      ASSERT_EQ(two.time, completion_time(two.tree, x.blocks, pairs));
      ASSERT_TRUE(testing::in_rank_order(two.tree));
    }
    EXPECT_EQ(pairs.reversed().alpha(0, p - 1), pairs.alpha(p - 1, 0));
  }
}

/// Checks numbers of ranks too large for brute force: a vector, clusters with expensive links between
/// them, both directions.
TEST(PairCosts, BinaryTreesOfManyRanksTakeTheTimeThatTheEvaluatorFinds) {
  testing::Instances instances(10);
  for (const int p : {17, 40})
    for (const bool vector : {false, true}) {
      PairCosts pairs(p, {100, 1, 1});
      for (int i = 0; i < p; ++i)
        for (int j = 0; j < p; ++j)
          if (i / 8 != j / 8)
            pairs.set_link(i, j, instances.number(200, 900), instances.number(1, 9));
      const Blocks blocks = vector ? Blocks::one_vector(p, 5) : Blocks(instances.sizes(p));
      Cost best = INT64_MAX;
      for (int r = 0; r < p; ++r) {
        const TimedTree built = binary_pair_tree(blocks, pairs, r);
        ASSERT_EQ(built.tree.root(), r);
        ASSERT_EQ(built.time, completion_time(built.tree, blocks, pairs));
        ASSERT_TRUE(is_ordered(built.tree));
        for (int child = 0; child < p; ++child) ASSERT_LE(built.tree.degree(child), 2);
        ASSERT_LE(built.time,
                  completion_time(binary_tree(blocks, pairs.most(), r).tree, blocks, pairs));
        best = std::min(best, built.time);
      }
      EXPECT_EQ(binary_pair_tree(blocks, pairs, kFreeRoot).time, best);
    }
  PairCosts dear(3, {0, 1, 0});
  dear.set_link(0, 1, 9, 1);
  for (const auto& [root, time] : {std::pair(0, 2), {1, 11}, {2, 2}})
    EXPECT_EQ(binary_pair_tree(Blocks({1, 1, 1}), dear, root).time, time);
  EXPECT_THROW(binary_pair_tree(Blocks({1, 2}), PairCosts(3, {1, 1, 1}), 0), std::invalid_argument);
  EXPECT_THROW(binary_pair_tree(Blocks({1, 2}), PairCosts(2, {1, 1, 1}), 2), std::invalid_argument);
  EXPECT_EQ(binary_pair_tree(Blocks({7}), PairCosts(1, {100, 1, 3}), kFreeRoot).time, 21);
}

TEST(Constructions, BroadcastTreesAreBinomialWithoutCopies) {
  for (int p = 1; p <= 70; ++p) {
    const Blocks vector = Blocks::one_vector(p, 50);
    const TimedTree built = optimal_tree(vector, {7, 2, 0}, kFreeRoot);
    EXPECT_EQ(built.time, log2_up(p) * (7 + 2 * 50));
    EXPECT_EQ(built.time, completion_time(built.tree, vector, {7, 2, 0}));
    EXPECT_GE(optimal_tree(vector, {7, 2, 0}, p / 2).time, built.time);
    for (const Construction& c : constructions()) {
      const TimedTree other = c.build(vector, {7, 2, 0}, p / 2);
      EXPECT_EQ(other.time, completion_time(other.tree, vector, {7, 2, 0})) << c.name;
      EXPECT_GE(other.time, built.time) << c.name;
    }
  }
}

TEST(Constructions, NothingIsSentIfAllBlocksAreEmpty) {
  for (const int p : {1, 2, 9})
    for (const Construction& c : constructions())
      for (const int root : {kFreeRoot, p / 2})
        EXPECT_EQ(c.build(Blocks(std::vector<std::int64_t>(static_cast<std::size_t>(p), 0)),
                          {100, 1, 1}, root)
                      .time,
                  0);
}

TEST(Constructions, ASingleRankCopies) {
  for (const Construction& c : constructions()) {
    for (const int root : {0, kFreeRoot}) {
      const TimedTree built = c.build(Blocks({7}), {100, 1, 3}, root);
      EXPECT_EQ(built.time, 21) << c.name;
      EXPECT_EQ(built.time, lower_bound(Blocks({7}), {100, 1, 3}, 0));
      EXPECT_TRUE(built.tree.leaf(0));
    }
  }
}

TEST(Constructions, NothingToSendTakesNoTime) {
  for (const Construction& c : constructions())
    for (const int p : {1, 2, 3, 10})
      for (const int root : {0, p - 1, kFreeRoot})
        EXPECT_EQ(c.build(Blocks(std::vector<std::int64_t>(static_cast<std::size_t>(p))),
                          {100, 1, 3}, root)
                      .time,
                  0)
            << c.name;
}

TEST(Constructions, RefuseBadInput) {
  EXPECT_THROW(Blocks(std::vector<std::int64_t>{}), std::invalid_argument);
  EXPECT_THROW(Blocks({1, -1}), std::invalid_argument);
  EXPECT_THROW(Blocks({INT64_MAX, 1}), std::invalid_argument);
  EXPECT_NO_THROW(Blocks({INT64_MAX, 0}));
  const Blocks blocks({1, 2, 3});
  for (const Construction& c : constructions()) {
    EXPECT_THROW(c.build(blocks, {1, 1, 1}, 3), std::invalid_argument);
    EXPECT_THROW(c.build(blocks, {1, 1, 1}, -2), std::invalid_argument);
    EXPECT_THROW(c.build(blocks, {-1, 1, 1}, 0), std::invalid_argument);
    EXPECT_THROW(c.build(blocks, {1, INT64_MAX, 1}, 0), std::invalid_argument);
    EXPECT_THROW(c.build(Blocks({INT64_MAX, 0}), {1, 1, 1}, 0), std::invalid_argument);
  }
  EXPECT_THROW(find_construction("optimall"), std::invalid_argument);
  EXPECT_THROW(partition_blocks({1, 2}), std::invalid_argument);
}

}  // namespace
}  // namespace orrery::trees
