// Tests Table 1 of the paper: the binary trees, and the cubic programs.
#include "algorithms/trees/fast_optimal.h"
#include "tests/golden/trees/paper_table.h"

namespace orrery::trees {
namespace {

using testing::Row;

TEST(PaperTableSlow, BinaryTrees) {
  for (const Row& row : testing::paper_rows()) {
    if (row.construction != "binary" || row.random()) continue;
    SCOPED_TRACE(row.name());
    EXPECT_EQ(testing::checked_time(row, find_construction("binary")), row.time);
  }
}

/// Checks that binary trees are the slowest in all random rows, as in the paper.
TEST(PaperTableSlow, BinaryTreesOfRandomBlocks) {
  for (const Row& row : testing::paper_rows()) {
    if (row.construction != "binary" || !row.random() || row.gamma == 0) continue;
    SCOPED_TRACE(row.name());
    const Cost binary = testing::checked_time(row, find_construction("binary"));
    for (const char* other : {"linear", "oblivious", "adaptive", "optimal"})
      EXPECT_GT(binary, testing::checked_time(row, find_construction(other))) << other;
  }
}

TEST(PaperTableSlow, CubicEqualsFast) {
  for (const Row& row : testing::paper_rows()) {
    if (row.construction != "optimal" || row.random() || row.gamma == 0) continue;
    SCOPED_TRACE(row.name());
    const Blocks blocks = row.blocks();
    EXPECT_EQ(optimal_tree_cubic(blocks, row.costs(), row.given_root()).time,
              fast_optimal_tree(blocks, row.costs(), row.given_root()).time);
  }
}

TEST(PaperTableSlow, FootnoteStrictOptimum) {
  for (const Row& row : testing::paper_rows()) {
    if (row.construction != "optimal" || row.distribution != "increasing" || row.mode == "fixed")
      continue;
    SCOPED_TRACE(row.name());
    EXPECT_EQ(testing::checked_time(row, find_construction("optimal-strict")), row.time);
  }
}

}  // namespace
}  // namespace orrery::trees
