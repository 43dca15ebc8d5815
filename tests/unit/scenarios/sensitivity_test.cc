#include "scenarios/reproduce/sensitivity.h"

#include <gtest/gtest.h>

#include "scenarios/reproduce/experiment.h"

namespace orrery {
namespace {

/// Returns a ring allreduce of 4 KiB, which takes 6 (α + 1 KiB β), as full:4 has a link for each
/// message.
RunSpec ring_cell() {
  RunSpec spec;
  spec.topology = "full:4";
  spec.ranks = 4;
  spec.algorithm = "ring";
  spec.bytes = Bytes(4096);
  spec.costs.alpha = Time(1'000'000);
  spec.costs.links = {LinkCost{Bandwidth{1e12}, Time(0)}};
  return spec;
}

Evidence run_ring(int jobs) {
  const RunResult r = run_experiment({ring_cell()}, jobs).front();
  Evidence e;
  e.findings = {
      equal_counts(Basis::kFormula, "time", 6 * (1'000'000 + 1024), r.metrics.completion.count()),
      at_least(Basis::kWords, "takes time", 0, to_seconds(r.metrics.completion), exactly()),
      equal_counts(Basis::kFormula, "messages", 24, r.metrics.messages)};
  return e;
}

constexpr Reproduction kRing{.name = "ring",
                             .title = "A ring",
                             .source = "a test",
                             .run = run_ring,
                             .beyond_model = "messages are counted"};

TEST(Sensitivity, TellsVerdictsThatTurnFromValuesThatMove) {
  const auto rows = sensitivity_of(kRing, {});
  ASSERT_EQ(rows.size(), 3u);
  for (std::size_t c = 0; c < kModelChanges.size(); ++c) {
    EXPECT_EQ(judge(rows[0].row), Verdict::kHolds);
    EXPECT_EQ(rows[0].notices[c], Notice::kVerdict) << model_change_name(kModelChanges[c]);
    EXPECT_EQ(rows[1].notices[c], Notice::kValue) << model_change_name(kModelChanges[c]);
    EXPECT_EQ(rows[2].notices[c], Notice::kNothing) << model_change_name(kModelChanges[c]);
  }
  EXPECT_FALSE(rows[2].notices_any());
  const std::string text = sensitivity_text(kRing, rows);
  EXPECT_NE(text.find("1 of 3 rows are insensitive to these changes: messages are counted"),
            std::string::npos)
      << text;
}

TEST(Sensitivity, LeavesTheModelAsItWas) {
  {
    const ChangedModel model(ModelChange::kReduction);
    EXPECT_NE(in_model(ring_cell()).costs.gamma, ring_cell().costs.gamma);
    EXPECT_EQ(in_model(trees::TreeCosts{1, 2, 3}).gamma, 4);
  }
  EXPECT_EQ(in_model(ring_cell()).costs, ring_cell().costs);
  EXPECT_EQ(in_model(trees::TreeCosts{1, 2, 3}).gamma, 3);
}

/// Returns evidence of a reproduction that cannot run in a changed model; then all of its rows
/// react to the change.
Evidence run_without_slow_links(int) {
  if (in_model(ring_cell()).conditions.slow_links != "none") throw std::runtime_error("no");
  Evidence e;
  e.findings = {equal_counts(Basis::kFormula, "one", 1, 1)};
  return e;
}

TEST(Sensitivity, OfWhatCannotBeRunIsThatOfItsVerdict) {
  const Reproduction broken{
      .name = "broken", .title = "Broken", .source = "a test", .run = run_without_slow_links};
  const auto rows = sensitivity_of(broken, {});
  ASSERT_EQ(rows.size(), 1u);
  EXPECT_EQ(rows[0].notices[0], Notice::kNothing);
  EXPECT_EQ(rows[0].notices[3], Notice::kVerdict);
}

}  // namespace
}  // namespace orrery
