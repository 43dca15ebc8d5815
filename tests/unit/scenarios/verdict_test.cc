#include "scenarios/reproduce/verdict.h"

#include <cmath>
#include <limits>
#include <regex>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "scenarios/reproduce/scoreboard.h"

namespace orrery {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

constexpr Basis kPrinted = Basis::kPrinted;
constexpr Independence kProgram = Independence::kProgram;

Tolerance within(double value) {
  return {value, "for the test"};
}

TEST(Verdict, HoldsUpToTheToleranceAndNotBeyond) {
  EXPECT_EQ(judge(equals(kPrinted, "x", 10, 10.5, within(0.5))), Verdict::kHolds);
  EXPECT_EQ(judge(equals(kPrinted, "x", 10, 9.5, within(0.5))), Verdict::kHolds);
  EXPECT_EQ(judge(equals(kPrinted, "x", 10, std::nextafter(10.5, 11), within(0.5))),
            Verdict::kDiffers);
  EXPECT_EQ(judge(equals(kPrinted, "x", 10, std::nextafter(9.5, 9), within(0.5))),
            Verdict::kDiffers);
  EXPECT_EQ(judge(equals(kPrinted, "x", -60, -54, share_of(-60, 0.1, "a tenth"))), Verdict::kHolds);
  EXPECT_EQ(judge(equal_counts(kPrinted, "x", 982, 982)), Verdict::kHolds);
  EXPECT_EQ(judge(equal_counts(kPrinted, "x", 982, 983)), Verdict::kDiffers);
}

TEST(Verdict, OfAClaimWithOneSideLooksAtThatSideOnly) {
  EXPECT_EQ(judge(at_least(kPrinted, "x", 2, 1e9, exactly())), Verdict::kHolds);
  EXPECT_EQ(judge(at_least(kPrinted, "x", 2, 1.999, exactly())), Verdict::kDiffers);
  EXPECT_EQ(judge(at_most(kPrinted, "x", 2, -1e9, exactly())), Verdict::kHolds);
  EXPECT_EQ(judge(at_most(kPrinted, "x", 2, 2.001, exactly())), Verdict::kDiffers);
  EXPECT_EQ(judge(between(kPrinted, "x", 2, 3, 3.2, within(0.2))), Verdict::kHolds);
  EXPECT_EQ(judge(between(kPrinted, "x", 2, 3, 1.7, within(0.2))), Verdict::kDiffers);
}

TEST(Verdict, OfNothingComputedIsNoSuccess) {
  EXPECT_EQ(judge(equals(kPrinted, "x", 10, kNone, within(1))), Verdict::kDiffers);
  EXPECT_EQ(judge(at_least(kPrinted, "x", 10, kNone, within(1))), Verdict::kDiffers);
  EXPECT_EQ(judge(equals(kPrinted, "x", 10, kInfinity, within(1))), Verdict::kDiffers);
  EXPECT_EQ(judge(same_items(kPrinted, "x", {}, {})), Verdict::kDiffers);
}

TEST(Verdict, RefutesOnlyWithAWitnessThatAgreesWithOurs) {
  const auto row = [](double ours, double witness) {
    return equals(kPrinted, "x", 12, ours, within(0.5))
        .witnessed_by({kProgram, witness, 0.01, "another way"});
  };
  EXPECT_EQ(judge(equals(kPrinted, "x", 12, 10, within(0.5))), Verdict::kDiffers);
  EXPECT_EQ(judge(row(10, 10)), Verdict::kRefuted);
  EXPECT_EQ(judge(row(10, 10.02)), Verdict::kDiffers) << "the two ways disagree";
  EXPECT_EQ(judge(row(10, kNone)), Verdict::kDiffers);
  EXPECT_EQ(judge(row(12.1, 12.1)), Verdict::kHolds);
  EXPECT_EQ(judge(row(12.1, 10)), Verdict::kDiffers) << "ours holds, but the witness disagrees";
}

TEST(Verdict, OfAnotherWitnessWithinThePapersRangeDoesNotRefute) {
  // Our value is just outside, the second computation just inside, and they agree: that proves
  // nothing.
  EXPECT_EQ(judge(equals(kPrinted, "x", 10, 10.6, within(0.5))
                      .witnessed_by({kProgram, 10.4, 0.3, "another way"})),
            Verdict::kDiffers);
}

TEST(Verdict, HoldsByAnEstimateIfItWouldNotHoldWithoutIt) {
  const auto row = [](double ours, double without) {
    return at_least(kPrinted, "x", 0, ours, exactly(), "%")
        .estimated_with({without, "the building"});
  };
  EXPECT_EQ(judge(row(1, -2)), Verdict::kHoldsByEstimate);
  EXPECT_EQ(judge(row(1, kNone)), Verdict::kHoldsByEstimate);
  EXPECT_EQ(judge(row(1, 0)), Verdict::kHolds);
  EXPECT_EQ(judge(row(-1, -2)), Verdict::kDiffers);
  EXPECT_EQ(judge(row(-1, 2)), Verdict::kDiffers) << "the estimate is part of ours";
  EXPECT_EQ(judge(row(1, -2).witnessed_by({kProgram, 2, 0, "another way"})), Verdict::kDiffers);
}

TEST(Verdict, ComparesItemsOneByOne) {
  EXPECT_EQ(judge(same_items(kPrinted, "x", {"1", "2"}, {"1", "2"})), Verdict::kHolds);
  EXPECT_EQ(judge(same_items(kPrinted, "x", {"1", "2"}, {"1", "3"})), Verdict::kDiffers);
  EXPECT_EQ(judge(same_items(kPrinted, "x", {"1", "2"}, {"1"})), Verdict::kDiffers);
  EXPECT_EQ(judge(same_text(kPrinted, "x", "a + b", "a + b")), Verdict::kHolds);
  EXPECT_EQ(difference_text(same_items(kPrinted, "x", {"1", "2", "4"}, {"1", "1", "2"})), "2 of 3");
}

TEST(Verdict, SaysByHowMuch) {
  EXPECT_EQ(difference_text(equals(kPrinted, "x", 10, 10, exactly())), "none");
  EXPECT_EQ(difference_text(equals(kPrinted, "x", 1.19, 1.84, within(0.01))), "+0.65 (+54.6 %)");
  EXPECT_EQ(difference_text(equals(kPrinted, "x", 46.43, 20, within(5), "%")), "-26.43 %");
  EXPECT_EQ(difference_text(between(kPrinted, "x", 2, 3, 3.5, within(0.1))), "+0.5 (+16.7 %)");
  EXPECT_EQ(difference_text(at_least(kPrinted, "x", 0, -3, exactly(), "%")), "-3 %");
  EXPECT_EQ(difference_text(equals(kPrinted, "x", 133, kInfinity, exactly())), "+∞");
  EXPECT_EQ(ours_text(equals(kPrinted, "x", 133, kInfinity, exactly())), "∞");
}

TEST(Verdict, ShowsBothValues) {
  EXPECT_EQ(paper_text(at_least(kPrinted, "x", 2, 3, exactly())), "at least 2");
  EXPECT_EQ(paper_text(at_most(kPrinted, "x", 5, 3, exactly(), "us")), "at most 5 us");
  EXPECT_EQ(paper_text(between(kPrinted, "x", 1.5, 2.5, 3, exactly())), "1.5 to 2.5");
  EXPECT_EQ(ours_text(equals(kPrinted, "x", 2002000, 2001999, exactly())), "2001999");
  EXPECT_EQ(ours_text(equals(kPrinted, "x", 1, 1.0266667, within(0.1))), "1.0267");
}

Evidence one_of_each() {
  Evidence e;
  e.findings = {
      equals(kPrinted, "a", 1, 1, exactly()),
      equals(kPrinted, "b", 1, 2, within(0.5), "us"),
      equals(kPrinted, "c", 1, 2, within(0.5)).witnessed_by({kProgram, 2, 0, "the clock"}),
      not_comparable(kPrinted, "d", "95 ms", "33 ms", "their cluster"),
      at_least(kPrinted, "e", 1, 2, exactly()),
      at_least(kPrinted, "g", 1, 2, exactly(), "s").estimated_with({0.5, "the building"})};
  e.results = {{"f", "7", ""}};
  return e;
}

TEST(Scoreboard, CountsTheVerdicts) {
  const VerdictCounts t = tally(one_of_each());
  EXPECT_EQ(t.counts, (std::array{2, 1, 1, 1, 1}));
  const Reproduced done[] = {{reproductions()[0], one_of_each(), 0.25},
                             {reproductions()[1], one_of_each(), 1}};
  const Reproduction* left_out[] = {reproductions()[2]};
  const std::string text = scoreboard_text(done, left_out);
  EXPECT_NE(text.find("all"), std::string::npos) << text;
  EXPECT_NE(text.find("1.2 s"), std::string::npos) << text;
  EXPECT_NE(text.find(std::string(reproductions()[2]->name) + ": not run"), std::string::npos);
  const auto json = nlohmann::json::parse(scoreboard_json(done, left_out));
  EXPECT_EQ(json["verdicts"]["holds"], 4);
  EXPECT_EQ(json["verdicts"]["holds with our estimate"], 2);
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
  EXPECT_FALSE(rows[4].contains("estimate"));
  EXPECT_EQ(rows[5]["verdict"], "holds with our estimate");
  EXPECT_EQ(rows[5]["estimate"]["without"], 0.5);
  EXPECT_EQ(rows[5]["estimate"]["what"], "the building");
}

/// Checks rows of four reproductions, "paper1-..." and "paper2-...", against counts by hand.
TEST(Scoreboard, CountsEachClaimOnce) {
  const Reproduction maps{"paper1-maps", "", "", +[](int) { return Evidence{}; }},
      full{"paper1-maps-full", "", "", +[](int) { return Evidence{}; }},
      other{"paper2-maps", "", "", +[](int) { return Evidence{}; }};
  const auto good = [] { return equals(kPrinted, "a", 1, 1, exactly()); };
  const auto bad = [] { return equals(kPrinted, "b", 1, 2, exactly()); };
  const auto refuted = [&] { return bad().witnessed_by({kProgram, 2, 0, "the clock"}); };
  const auto estimated = [&] { return good().estimated_with({2, "the building"}); };
  const auto measured = [] { return not_comparable(kPrinted, "c", "1", "2", "their cluster"); };
  const auto rows = [](const Reproduction& r, std::vector<Finding> findings) {
    Evidence e;
    e.findings = std::move(findings);
    return Reproduced{&r, std::move(e), 0};
  };
  const Reproduced run[] = {
      rows(maps, {good().of_claim("holds on both"), good().of_claim("holds on one"),
                  refuted().of_claim("refuted once"), bad().of_claim("refuted once"),
                  measured().of_claim("measured"), good()}),
      rows(full, {good().of_claim("holds on both"), bad().of_claim("holds on one"),
                  estimated().of_claim("estimated"), good().of_claim("estimated"),
                  good().of_claim("measured"), good()}),
      rows(other, {bad().of_claim("holds on both"), measured()})};
  // holds: "holds on both", "measured", a row "a" of each; by an estimate: "estimated"; differs: "holds
  // on one", paper 2's "holds on both"; refuted: "refuted once"; not comparable: paper 2's row.
  EXPECT_EQ(tally_claims(run).counts, (std::array{4, 1, 2, 1, 1}));
  EXPECT_EQ(tally_claims({run, 1}).counts, (std::array{3, 0, 0, 1, 1}));
  EXPECT_EQ(tally_claims({}).all(), 0);
  const std::string text = scoreboard_text(run, {});
  EXPECT_TRUE(std::regex_search(
      text,
      std::regex("\npaper1-maps +3 +0 +1 +1 +1 +5 +0.0 s\n[^\n]*\npaper2-maps +0 +0 +1 +0 +1 +2 "
                 "+0.0 s\nall +7 +1 +3 +1 +2 +9 +0.0 s\ndistinct claims +4 +1 +2 +1 +1 *\n")))
      << text;
  const auto json = nlohmann::json::parse(scoreboard_json(run, {}));
  EXPECT_EQ(json["verdicts"]["holds"], 7);
  EXPECT_EQ(json["claims"]["holds"], 4);
  EXPECT_EQ(json["reproductions"][0]["claims"]["holds"], 3);
  EXPECT_EQ(json["reproductions"][0]["findings"][0]["claim"], "holds on both");
  EXPECT_FALSE(json["reproductions"][0]["findings"][5].contains("claim"));
}

TEST(Scoreboard, TheTableGivesReasonsOfTolerances) {
  const std::string text = evidence_text(one_of_each());
  EXPECT_NE(text.find("0.5 us (a)"), std::string::npos) << text;
  EXPECT_NE(text.find("(a) for the test"), std::string::npos) << text;
  EXPECT_NE(text.find("2 by the clock"), std::string::npos) << text;
  EXPECT_NE(text.find("their cluster"), std::string::npos) << text;
  EXPECT_NE(text.find("0.5 s without the building"), std::string::npos) << text;
}

}  // namespace
}  // namespace orrery
