#include "scenarios/reproduce/verdict.h"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "scenarios/reproduce/scoreboard.h"

namespace orrery {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

Tolerance within(double value) {
  return {value, "for the test"};
}

TEST(Verdict, HoldsUpToTheToleranceAndNotBeyond) {
  EXPECT_EQ(judge(equals("x", 10, 10.5, within(0.5))), Verdict::kHolds);
  EXPECT_EQ(judge(equals("x", 10, 9.5, within(0.5))), Verdict::kHolds);
  EXPECT_EQ(judge(equals("x", 10, std::nextafter(10.5, 11), within(0.5))), Verdict::kDiffers);
  EXPECT_EQ(judge(equals("x", 10, std::nextafter(9.5, 9), within(0.5))), Verdict::kDiffers);
  EXPECT_EQ(judge(equals("x", -60, -54, share_of(-60, 0.1, "a tenth"))), Verdict::kHolds);
  EXPECT_EQ(judge(equal_counts("x", 982, 982)), Verdict::kHolds);
  EXPECT_EQ(judge(equal_counts("x", 982, 983)), Verdict::kDiffers);
}

TEST(Verdict, OfAClaimWithOneSideLooksAtThatSideOnly) {
  EXPECT_EQ(judge(at_least("x", 2, 1e9, exactly())), Verdict::kHolds);
  EXPECT_EQ(judge(at_least("x", 2, 1.999, exactly())), Verdict::kDiffers);
  EXPECT_EQ(judge(at_most("x", 2, -1e9, exactly())), Verdict::kHolds);
  EXPECT_EQ(judge(at_most("x", 2, 2.001, exactly())), Verdict::kDiffers);
  EXPECT_EQ(judge(between("x", 2, 3, 3.2, within(0.2))), Verdict::kHolds);
  EXPECT_EQ(judge(between("x", 2, 3, 1.7, within(0.2))), Verdict::kDiffers);
}

TEST(Verdict, OfNothingComputedIsNoSuccess) {
  EXPECT_EQ(judge(equals("x", 10, kNone, within(1))), Verdict::kDiffers);
  EXPECT_EQ(judge(at_least("x", 10, kNone, within(1))), Verdict::kDiffers);
  EXPECT_EQ(judge(equals("x", 10, kInfinity, within(1))), Verdict::kDiffers);
  EXPECT_EQ(judge(same_items("x", {}, {})), Verdict::kDiffers);
}

TEST(Verdict, RefutesOnlyWithAWitnessThatAgreesWithOurs) {
  const auto row = [](double ours, double witness) {
    return equals("x", 12, ours, within(0.5)).witnessed_by({witness, 0.01, "another way"});
  };
  EXPECT_EQ(judge(equals("x", 12, 10, within(0.5))), Verdict::kDiffers);
  EXPECT_EQ(judge(row(10, 10)), Verdict::kRefuted);
  EXPECT_EQ(judge(row(10, 10.02)), Verdict::kDiffers) << "the two ways disagree";
  EXPECT_EQ(judge(row(10, kNone)), Verdict::kDiffers);
  EXPECT_EQ(judge(row(12.1, 12.1)), Verdict::kHolds);
  EXPECT_EQ(judge(row(12.1, 10)), Verdict::kDiffers) << "ours holds, but the witness disagrees";
}

TEST(Verdict, OfAnotherWitnessWithinThePapersRangeDoesNotRefute) {
  // Ours lies just outside, the witness just inside, and they agree: that is no proof.
  EXPECT_EQ(judge(equals("x", 10, 10.6, within(0.5)).witnessed_by({10.4, 0.3, "another way"})),
            Verdict::kDiffers);
}

TEST(Verdict, ComparesItemsOneByOne) {
  EXPECT_EQ(judge(same_items("x", {"1", "2"}, {"1", "2"})), Verdict::kHolds);
  EXPECT_EQ(judge(same_items("x", {"1", "2"}, {"1", "3"})), Verdict::kDiffers);
  EXPECT_EQ(judge(same_items("x", {"1", "2"}, {"1"})), Verdict::kDiffers);
  EXPECT_EQ(judge(same_text("x", "a + b", "a + b")), Verdict::kHolds);
  EXPECT_EQ(difference_text(same_items("x", {"1", "2", "4"}, {"1", "1", "2"})), "2 of 3");
}

TEST(Verdict, SaysByHowMuch) {
  EXPECT_EQ(difference_text(equals("x", 10, 10, exactly())), "none");
  EXPECT_EQ(difference_text(equals("x", 1.19, 1.84, within(0.01))), "+0.65 (+54.6 %)");
  EXPECT_EQ(difference_text(equals("x", 46.43, 20, within(5), "%")), "-26.43 %");
  EXPECT_EQ(difference_text(between("x", 2, 3, 3.5, within(0.1))), "+0.5 (+16.7 %)");
  EXPECT_EQ(difference_text(at_least("x", 0, -3, exactly(), "%")), "-3 %");
}

TEST(Verdict, ShowsBothValues) {
  EXPECT_EQ(paper_text(at_least("x", 2, 3, exactly())), "at least 2");
  EXPECT_EQ(paper_text(at_most("x", 5, 3, exactly(), "us")), "at most 5 us");
  EXPECT_EQ(paper_text(between("x", 1.5, 2.5, 3, exactly())), "1.5 to 2.5");
  EXPECT_EQ(ours_text(equals("x", 2002000, 2001999, exactly())), "2001999");
  EXPECT_EQ(ours_text(equals("x", 1, 1.0266667, within(0.1))), "1.0267");
}

Evidence one_of_each() {
  Evidence e;
  e.findings = {equals("a", 1, 1, exactly()), equals("b", 1, 2, within(0.5), "us"),
                equals("c", 1, 2, within(0.5)).witnessed_by({2, 0, "the clock"}),
                not_comparable("d", "95 ms", "33 ms", "their cluster"),
                at_least("e", 1, 2, exactly())};
  e.results = {{"f", "7", ""}};
  return e;
}

TEST(Scoreboard, CountsTheVerdicts) {
  const VerdictCounts t = tally(one_of_each());
  EXPECT_EQ(t.counts, (std::array{2, 1, 1, 1}));
  const Reproduced done[] = {{reproductions()[0], one_of_each(), 0.25},
                             {reproductions()[1], one_of_each(), 1}};
  const Reproduction* left_out[] = {reproductions()[2]};
  const std::string text = scoreboard_text(done, left_out);
  EXPECT_NE(text.find("all"), std::string::npos) << text;
  EXPECT_NE(text.find("1.2 s"), std::string::npos) << text;
  EXPECT_NE(text.find(std::string(reproductions()[2]->name) + ": not run"), std::string::npos);
  const auto json = nlohmann::json::parse(scoreboard_json(done, left_out));
  EXPECT_EQ(json["verdicts"]["holds"], 4);
  EXPECT_EQ(json["verdicts"]["not comparable"], 2);
  EXPECT_EQ(json["not_run"].size(), 1U);
  const auto& rows = json["reproductions"][0]["findings"];
  EXPECT_EQ(rows[1]["paper"], 1);
  EXPECT_EQ(rows[1]["ours"], 2);
  EXPECT_EQ(rows[1]["tolerance"], 0.5);
  EXPECT_EQ(rows[1]["tolerance_reason"], "for the test");
  EXPECT_EQ(rows[2]["witness"]["value"], 2);
  EXPECT_EQ(rows[3]["why"], "their cluster");
  EXPECT_TRUE(rows[4]["paper"]["high"].is_null());
}

TEST(Scoreboard, TheTableGivesReasonsOfTolerances) {
  const std::string text = evidence_text(one_of_each());
  EXPECT_NE(text.find("0.5 us (a)"), std::string::npos) << text;
  EXPECT_NE(text.find("(a) for the test"), std::string::npos) << text;
  EXPECT_NE(text.find("2 by the clock"), std::string::npos) << text;
  EXPECT_NE(text.find("their cluster"), std::string::npos) << text;
}

}  // namespace
}  // namespace orrery
