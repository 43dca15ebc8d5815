// Tests the quadratic program for the best ordered tree against the cubic one: 40 000 random instances (120 000 in the
// slow suite) of up to 64 ranks and all small ones, with free and given root; the evaluator times each tree.
#include <algorithm>

#include <gtest/gtest.h>

#include "algorithms/trees/completion_time.h"
#include "algorithms/trees/fast_optimal.h"
#include "emu/base/check.h"
#include "tests/property/trees/instances.h"
#include "tests/property/trees/ordered_tree.h"
#include "tests/setting.h"

namespace orrery::trees {
namespace {

/// Returns the difference between both programs and the evaluator; empty if they agree.
std::string difference(const Blocks& blocks, const TreeCosts& costs, int root) {
  const TimedTree fast = fast_optimal_tree(blocks, costs, root);
  const TimedTree cubic = optimal_tree_cubic(blocks, costs, root);
  const Cost judged = completion_time(fast.tree, blocks, costs);
  const Cost cubic_judged = completion_time(cubic.tree, blocks, costs);
  const bool rooted = root == kFreeRoot || (fast.tree.root() == root && cubic.tree.root() == root);
  if (fast.time == cubic.time && judged == fast.time && cubic_judged == cubic.time && rooted &&
      is_ordered(fast.tree) && is_ordered(cubic.tree))
    return {};
  std::string text = text_of("alpha ", costs.alpha, " beta ", costs.beta, " gamma ", costs.gamma,
                             " root ", root, " fast ", fast.time, " (", judged, ") cubic ",
                             cubic.time, " (", cubic_judged, ") sizes");
  for (const std::int64_t m : blocks.sizes()) text += text_of(' ', m);
  return text;
}

TEST(FastOptimal, EqualsTheCubicProgramOnRandomInstances) {
  testing::Instances instances(20'171'123);
  const int most = is_whole() ? 120'000 : 40'000;
  for (int n = 0; n < most; ++n) {
    const auto x = instances.next(n % 4 == 0 ? 64 : 20);
    ASSERT_EQ(difference(x.blocks, x.costs, kFreeRoot), "");
    ASSERT_EQ(difference(x.blocks, x.costs, x.root), "");
  }
}

/// Checks all sizes 0 .. most for p ranks, with all costs of the list and all roots.
void expect_all_equal(int p, std::int64_t most) {
  std::vector<std::int64_t> sizes(static_cast<std::size_t>(p), 0);
  while (true) {
    for (const TreeCosts& costs :
         {TreeCosts{0, 1, 0}, TreeCosts{1, 1, 1}, TreeCosts{3, 2, 1}, TreeCosts{1, 0, 0}})
      for (int root = kFreeRoot; root < p; ++root)
        ASSERT_EQ(difference(Blocks(sizes), costs, root), "");
    const auto digit = std::ranges::find_if(sizes, [&](std::int64_t m) { return m < most; });
    if (digit == sizes.end()) return;
    ++*digit;
    std::fill(sizes.begin(), digit, 0);
  }
}

TEST(FastOptimal, EqualsTheCubicProgramOnAllSmallInstances) {
  for (int p = 1; p <= 4; ++p) expect_all_equal(p, 4);
  expect_all_equal(5, 3);
  expect_all_equal(6, 2);
}

TEST(FastOptimal, EqualsTheCubicProgramForAVector) {
  for (int p = 1; p <= 40; ++p)
    for (const std::int64_t m : {0, 1, 50})
      for (const TreeCosts& costs : {TreeCosts{0, 1, 0}, TreeCosts{7, 1, 1}, TreeCosts{3, 2, 1}})
        for (int root = kFreeRoot; root < p; root += 3)
          ASSERT_EQ(difference(Blocks::one_vector(p, m), costs, root), "");
}

TEST(FastOptimal, RefusesCopiesDearerThanMessages) {
  EXPECT_THROW(fast_optimal_tree(Blocks({1, 2}), {1, 1, 2}, kFreeRoot), std::invalid_argument);
  EXPECT_EQ(optimal_tree(Blocks({5, 5}), {1, 1, 2}, 0).time, 16);
}

}  // namespace
}  // namespace orrery::trees
