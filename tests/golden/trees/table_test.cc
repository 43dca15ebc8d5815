// Tests Table 1 of the paper. The six deterministic distributions are equal to the unit, with two
// footnotes. The random ones come from another generator, so that only the order of the
// constructions is compared. table_slow_test.cc has the binary trees.
#include <map>

#include "tests/golden/trees/paper_table.h"

namespace orrery::trees {
namespace {

using testing::Row;

/// Returns whether a row has a footnote. The paper's oblivious value for `increasing` with a free
/// root is that of root 1999, but another root is faster. Its optimal value for `increasing` with γ
/// = 0 is the strict optimum.
bool footnote(const Row& row) {
  return row.distribution == "increasing" && row.mode == "free" &&
         (row.construction == "oblivious" || (row.construction == "optimal" && row.gamma == 0));
}

TEST(PaperTable, DeterministicRowsAreEqual) {
  int rows = 0;
  for (const Row& row : testing::paper_rows()) {
    if (row.random() || row.construction == "binary" || footnote(row)) continue;
    SCOPED_TRACE(row.name());
    ++rows;
    EXPECT_EQ(row.blocks().total(), row.m);
    EXPECT_EQ(testing::checked_time(row, find_construction(row.construction)), row.time);
  }
  EXPECT_EQ(rows, 6 * 2 * 4 * 2 - 3);
}

TEST(PaperTable, ReportedRootsReachTheReportedTimes) {
  for (Row row : testing::paper_rows()) {
    if (row.random() || row.construction == "binary" || row.mode == "fixed") continue;
    if (footnote(row) && row.construction == "optimal") continue;
    SCOPED_TRACE(row.name());
    row.mode = "fixed";
    EXPECT_EQ(testing::checked_time(row, find_construction(row.construction)), row.time);
  }
}

TEST(PaperTable, AdaptiveChoosesTheRootsOfThePaper) {
  for (const Row& row : testing::paper_rows()) {
    if (row.random() || row.construction != "adaptive") continue;
    SCOPED_TRACE(row.name());
    EXPECT_EQ(adaptive_tree(row.blocks(), row.costs(), row.given_root()).tree.root(), row.root);
  }
}

TEST(PaperTable, FootnoteObliviousIncreasing) {
  for (const Row& row : testing::paper_rows()) {
    if (!footnote(row) || row.construction != "oblivious") continue;
    const TimedTree free = oblivious_tree(row.blocks(), row.costs(), kFreeRoot);
    EXPECT_LT(free.time, row.time);
    if (row.gamma == 1) {
      EXPECT_EQ(free.time, 2'035'788);
      EXPECT_EQ(free.tree.root(), 1792);
    }
    EXPECT_EQ(oblivious_tree(row.blocks(), row.costs(), 1999).time, row.time);
  }
}

TEST(PaperTable, FootnoteOptimalIncreasing) {
  for (const Row& row : testing::paper_rows()) {
    if (!footnote(row) || row.construction != "optimal") continue;
    EXPECT_EQ(row.time, 2'002'000);
    EXPECT_EQ(testing::checked_time(row, find_construction("optimal")), 2'001'999);
  }
}

/// Times of one random distribution, γ and mode, by construction.
struct Group {
  std::map<std::string, double> paper;
  std::map<std::string, double> ours;
};

std::map<std::string, Group> random_groups() {
  std::map<std::string, Group> groups;
  for (const Row& row : testing::paper_rows()) {
    if (!row.random() || row.construction == "binary") continue;
    Group& group = groups[text_of(row.distribution, row.gamma, row.mode)];
    group.paper[row.construction] = static_cast<double>(row.time);
    group.ours[row.construction] =
        static_cast<double>(testing::checked_time(row, find_construction(row.construction)));
  }
  return groups;
}

TEST(PaperTable, RandomRowsCompareAsInThePaper) {
  const auto groups = random_groups();
  EXPECT_EQ(groups.size(), 20U);
  for (const auto& [name, group] : groups) {
    SCOPED_TRACE(name);
    for (const auto& [a, time_a] : group.paper)
      for (const auto& [b, time_b] : group.paper)
        if (time_a < 0.99 * time_b) {
          EXPECT_LT(group.ours.at(a), group.ours.at(b)) << a << " and " << b;
        }
    const double paper = group.paper.at("adaptive") / group.paper.at("optimal");
    EXPECT_NEAR(group.ours.at("adaptive") / group.ours.at("optimal"), paper, 0.01 * paper);
    for (const auto& [construction, time] : group.ours) EXPECT_LE(group.ours.at("optimal"), time);
  }
}

}  // namespace
}  // namespace orrery::trees
