// Tests the paper's tables of gather trees: the printed times, and the construction that "Optimal"
// means.
#include "scenarios/reproduce/gather_table.h"

#include <random>

#include <gtest/gtest.h>

#include "algorithms/trees/completion_time.h"

namespace orrery {
namespace {

bool linear_ones(const TableCell& cell) {
  return cell.construction == "linear" && cell.distribution == "same" && !cell.free_root;
}

std::vector<trees::Cost> printed(trees::Cost alpha) {
  std::vector<trees::Cost> times;
  for (const TableCell& c : gather_table(alpha, 1, linear_ones)) {
    EXPECT_EQ(c.costs.alpha, alpha);
    EXPECT_EQ(c.time, 1999 * alpha + 1'999'000 + 1000 * c.costs.gamma);
    times.push_back(c.paper_time);
  }
  return times;
}

TEST(GatherTable, HasThePapersTimesForTheAlphasOfItsTables) {
  using Times = std::vector<trees::Cost>;
  EXPECT_EQ(printed(kAlphaOfTable1), (Times{2'199'900, 2'198'900}));
  EXPECT_EQ(printed(kAlphaOfTable2), (Times{2'001'999, 2'000'999}));
  EXPECT_EQ(printed(kAlphaOfTable3), (Times{3'999'000, 3'998'000}));
  EXPECT_EQ(printed(7), (Times{0, 0})) << "no table";
}

/// Checks small instances with both shortcuts: the interleaved tree that can copy last, and the one
/// that cannot.
TEST(StrictOptimum, TakesAsLongAsTheCubicProgram) {
  std::mt19937_64 random(1);
  const auto number = [&](std::int64_t from, std::int64_t to) {
    return from + static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(to - from + 1));
  };
  int slower_than_interleaved = 0, as_fast = 0;
  for (int n = 0; n < 3000; ++n) {
    std::vector<std::int64_t> sizes(static_cast<std::size_t>(number(1, 9)));
    for (std::int64_t& m : sizes) m = number(0, 9);
    const trees::Blocks blocks(sizes);
    const trees::TreeCosts costs{number(0, 9), 1, number(0, 1)};
    const int roots[] = {static_cast<int>(number(0, blocks.ranks() - 1)), trees::kFreeRoot};
    const std::vector<StrictOptimum> optima = strict_optima(blocks, costs, roots);
    for (std::size_t i = 0; i < 2; ++i) {
      const trees::TimedTree& strict = optima[i].strict;
      ASSERT_EQ(strict.time, trees::optimal_strict_tree(blocks, costs, roots[i]).time) << n;
      ASSERT_EQ(strict.time, trees::completion_time(strict.tree, blocks, costs)) << n;
      ASSERT_EQ(optima[i].interleaved, trees::optimal_tree(blocks, costs, roots[i]).time) << n;
      ++(strict.time > optima[i].interleaved ? slower_than_interleaved : as_fast);
    }
    ASSERT_EQ(optima[0].strict.tree.root(), roots[0]) << n;
  }
  EXPECT_GT(slower_than_interleaved, 100);
  EXPECT_GT(as_fast, 100);
}

TEST(AllOrdered, TreesAreThoseOfDefinition3) {
  const trees::Blocks blocks({2, 2, 1, 0});
  EXPECT_EQ(best_of_all_ordered(blocks, {1, 1, 0}, 3), 7);
  EXPECT_EQ(described(trees::ordered_tree(blocks, {1, 1, 0}, 3).tree), "3 takes 0 1, 1 takes 2");
}

}  // namespace
}  // namespace orrery
