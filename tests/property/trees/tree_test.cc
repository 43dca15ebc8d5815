// Tests the tree as a value, and its completion time by hand.
#include "algorithms/trees/tree.h"

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include "algorithms/trees/completion_time.h"
#include "emu/base/check.h"
#include "tests/property/trees/ordered_tree.h"

namespace orrery::trees {
namespace {

/// Returns the tree in the comment of tree.h.
Tree example() {
  TreeBuilder builder(5);
  builder.take(3, 2);
  builder.copy_now(3);
  builder.take(3, 4);
  builder.take(1, 0);
  builder.copy_now(1);
  builder.take(1, 3);
  return builder.finish();
}

TEST(Tree, HasParentsChildrenAndOrders) {
  const Tree tree = example();
  EXPECT_EQ(tree.ranks(), 5);
  EXPECT_EQ(tree.root(), 1);
  const std::vector<int> parents{1, -1, 3, 1, 3}, orders{0, 0, 0, 2, 2};
  for (int r = 0; r < 5; ++r) {
    EXPECT_EQ(tree.parent(r), parents[static_cast<std::size_t>(r)]);
    EXPECT_EQ(tree.order(r), orders[static_cast<std::size_t>(r)]);
  }
  EXPECT_TRUE(std::ranges::equal(tree.children(1), std::vector{0, 3}));
  EXPECT_EQ(tree.copy_place(1), 1);
  EXPECT_TRUE(tree.leaf(4));
  EXPECT_EQ(tree.top_down(), (std::vector{1, 0, 3, 2, 4}));
}

/// Checks α = 10, β = 1, γ = 2 by hand: rank 3 takes 3 units until 13, copies 4 until 21, takes 5
/// until 36; rank 1 takes 1 until 11, copies 2 until 15, waits for rank 3, takes 12 until 58.
TEST(Tree, CompletionTimeByHand) {
  const Blocks blocks({1, 2, 3, 4, 5});
  EXPECT_EQ(ready_times(example(), blocks, {10, 1, 2}), (std::vector<Cost>{0, 58, 0, 36, 0}));
  EXPECT_EQ(completion_time(example(), blocks, {10, 1, 2}), 58);
  EXPECT_EQ(lower_bound(blocks, {10, 1, 2}, 1), 10 + 13 + 4);
}

TEST(Tree, EmptyBlocksTakeNoMessage) {
  EXPECT_EQ(completion_time(example(), Blocks({0, 2, 0, 0, 0}), {10, 1, 2}), 4);
  EXPECT_EQ(completion_time(example(), Blocks({0, 0, 0, 0, 5}), {10, 1, 2}), 30);
}

TEST(Tree, CompletionTimeRefusesWhatDoesNotFit) {
  EXPECT_THROW(completion_time(example(), Blocks({1, 2}), {1, 1, 1}), std::invalid_argument);
  EXPECT_THROW(completion_time(example(), Blocks({0, 0, INT64_MAX / 2, 0, 0}), {1, 2, 1}),
               std::invalid_argument);
}

TEST(Tree, OrderedMeansConsecutive) {
  EXPECT_TRUE(is_ordered(example()));
  TreeBuilder gap(3);
  gap.take(0, 2);
  gap.take(0, 1);
  EXPECT_FALSE(is_ordered(gap.finish()));
  TreeBuilder late(3);  // 1 before its own block, then 2, then the copy of 0
  late.take(0, 1);
  late.take(0, 2);
  late.copy_now(0);
  EXPECT_TRUE(is_ordered(late.finish()));
}

TEST(Tree, RenamedKeepsSequencesAndCopies) {
  const Tree tree = renamed(example(), std::vector{4, 3, 2, 1, 0});
  EXPECT_EQ(tree.root(), 3);
  EXPECT_TRUE(std::ranges::equal(tree.children(3), std::vector{4, 1}));
  EXPECT_EQ(tree.copy_place(1), 1);
  EXPECT_EQ(renamed(tree, std::vector{4, 3, 2, 1, 0}), example());
}

TEST(Tree, BuilderRefusesWhatIsNoTree) {
  TreeBuilder two(3);
  two.take(0, 1);
  EXPECT_THROW(two.finish(), LogicError);
  EXPECT_THROW(two.take(2, 1), LogicError);
}

}  // namespace
}  // namespace orrery::trees
