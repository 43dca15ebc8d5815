// Tests rules F and G for the number of blocks against their definitions, in whole numbers where these are exact.
#include "scenarios/spec/block_rule.h"

#include <cmath>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "algorithms/common/arithmetic.h"
#include "scenarios/keys/keys.h"
#include "scenarios/report/report.h"
#include "scenarios/run/runner.h"
#include "tests/unit/scenarios/support.h"

namespace orrery {
namespace {

Problem problem_of(int p, std::int64_t count, std::uint32_t element_bytes = 1) {
  Problem x;
  x.p = p;
  x.count = count;
  x.element_bytes = element_bytes;
  return x;
}

int blocks(const char* rule, int p, std::int64_t count, std::uint32_t element_bytes = 1) {
  return read_block_rule(rule).blocks(problem_of(p, count, element_bytes));
}

/// Checks 400 MB for 36 ranks: m/q = 10^9/15, whose root is 8164.97, and m q = 2.4 10^9, whose root is
/// 48989.8.
TEST(BlockRule, OfThePapersLargestProblem) {
  EXPECT_EQ(blocks("F=80", 36, 400'000'000), 613);   // of 653,197 bytes
  EXPECT_EQ(blocks("F=100", 36, 400'000'000), 490);  // of 816,496 bytes: 489.9
  EXPECT_EQ(blocks("F=120", 36, 400'000'000), 409);  // of 979,795 bytes: 408.2
  EXPECT_EQ(blocks("G=40", 36, 400'000'000), 1224);  // 1224.7
  EXPECT_EQ(blocks("F=100", 36, 100'000'000, 4), 490);
  EXPECT_EQ(blocks("G=40", 1152, 400'000'000), 1658);  // sqrt(4.4 10^9)/40 = 1658.3
}

TEST(BlockRule, OfSmallProblems) {
  for (const char* rule : {"F=100", "G=40", "F=0.5", "G=0.5"}) {
    EXPECT_EQ(blocks(rule, 1, 1000), 1) << rule;
    EXPECT_EQ(blocks(rule, 8, 0), 1) << rule;
    EXPECT_EQ(blocks(rule, 8, 1), 1) << rule;
  }
  EXPECT_EQ(blocks("F=0.001", 8, 12), 12);  // one for each element at most
  EXPECT_EQ(blocks("G=0.001", 8, 12), 12);
  EXPECT_EQ(blocks("G=1e300", 8, 12), 1);
  EXPECT_EQ(blocks("F=1e300", 8, 12), 1);
}

/// Checks that the largest block is within the size, and would not be with one block less; squares are
/// exact.
TEST(BlockRule, TakesTheFewestBlocksWithinTheSize) {
  for (const int p : {2, 3, 5, 8, 9, 36, 577, 1152})
    for (const std::int64_t count : {1, 7, 100, 4096, 99'991, 1'000'000, 123'456'789})
      for (const std::int64_t F : {1, 80, 100, 120})
        for (const std::uint32_t element : {1U, 4U}) {
          const int n = blocks(fmt::format("F={}", F).c_str(), p, count, element);
          const std::int64_t q = ceil_log2(p), e = element, m = count * e;
          const auto fits = [&](std::int64_t blocks) {  // b e <= F sqrt(m/q)
            const std::int64_t b = (count + blocks - 1) / blocks * e;
            return b * b * q <= F * F * m;
          };
          EXPECT_TRUE(fits(n) || n == count) << p << ' ' << count << ' ' << F;
          EXPECT_TRUE(n == 1 || !fits(n - 1)) << p << ' ' << count << ' ' << F;
        }
}

TEST(BlockRule, RoundsTheNumberDown) {
  for (const int p : {2, 3, 5, 8, 9, 36, 577, 1152})
    for (const std::int64_t m : {1, 7, 100, 4096, 99'991, 1'000'000, 123'456'789})
      for (const std::int64_t G : {1, 40, 1000}) {
        const std::int64_t n = blocks(fmt::format("G={}", G).c_str(), p, m), q = ceil_log2(p);
        EXPECT_TRUE(n == 1 || n * n * G * G <= m * q) << p << ' ' << m << ' ' << G;
        EXPECT_TRUE(n == m || (n + 1) * (n + 1) * G * G > m * q) << p << ' ' << m << ' ' << G;
      }
}

TEST(BlockRule, IsAValueOfTheKey) {
  const Key& key = *find_key("blocks");
  RunSpec spec;
  for (const char* text : {"F=100", "G=40", "F=2.5", "7", "auto", "G=0.125"}) {
    key.set(spec, text);
    EXPECT_EQ(key.get(spec), text);
  }
  const std::string text =
      "[network]\ntopology = 'full:36'\n[run]\ncollective = 'broadcast'\nbytes = '4MB'\n"
      "algorithm = 'circulant'\n";
  EXPECT_EQ(error_of(text + "blocks = ['auto', 7, 'F=80', 'G=40']"), "(accepted)");
  const auto error = [&](const std::string& value) {
    return error_of(text + "blocks = '" + value + "'");
  };
  EXPECT_EQ(error("F=0"),
            "f.toml:7:10: run.blocks: 'F=0' has no factor above 0; expected F= and a number above "
            "0, such as F=100");
  EXPECT_EQ(error("G="),
            "f.toml:7:10: run.blocks: 'G=' has no factor above 0; expected G= and a number above "
            "0, such as G=40");
  for (const char* bad : {"F=x", "F=-1", "F=1e999", "F=nan", "F=100B", "F", "H=3", "f=100", "=3"})
    EXPECT_TRUE(error(bad).starts_with("f.toml:7:10: run.blocks: '")) << bad << error(bad);
}

TEST(BlockRule, DecidesWhatRuns) {
  const Scenario scenario = parse_scenario(
      "[network]\ntopology = 'full:36'\n[run]\ncollective = 'broadcast'\nbytes = ['4B', '4MB']\n"
      "algorithm = 'circulant'\nblocks = 'F=100'\n[expect]\n\"4MB.blocks\" = 49\n",
      "f.toml");
  const RunResult small = run_one(scenario.cells.at(0)), large = run_one(scenario.cells.at(1));
  EXPECT_EQ(small.blocks, 1);
  EXPECT_EQ(large.blocks, 49);
  EXPECT_EQ(large.metrics.rounds, 49 - 1 + 6);
}

TEST(BlockRule, ReportsSayHowManyBlocksThereAre) {
  const auto text = [](const char* blocks) {
    const Scenario scenario = parse_scenario(
        fmt::format("[network]\ntopology = 'full:36'\n[run]\ncollective = 'broadcast'\n"
                    "bytes = '4MB'\nalgorithm = 'circulant'\nblocks = {}\n",
                    blocks),
        "f.toml");
    return results_report(scenario, run_all(scenario.cells, 1), {});
  };
  const auto has = [](const std::string& all, const char* part) {
    return all.find(part) != std::string::npos;
  };
  EXPECT_TRUE(has(text("'F=100'"), "blocks        49  (by F=100)")) << text("'F=100'");
  EXPECT_TRUE(has(text("['F=100', 'G=40']"), "F=100   49")) << text("['F=100', 'G=40']");
  EXPECT_TRUE(has(text("['F=100', 'G=40']"), " G=40  122"));
  EXPECT_FALSE(has(text("[7, 'auto']"), "  n  "));
}

/// Checks that each group of ranks uses its own size: 8 ranks and 64 kB give sqrt(64000 3)/40 =
/// 10.9.
TEST(BlockRule, GoesByTheRanksOfAnOperation) {
  const auto messages = [](const char* blocks) {
    const Scenario scenario = parse_scenario(
        fmt::format("[network]\ntopology = 'full:16'\n[[operation]]\nname = 'a'\n"
                    "among = 'blocks:8'\ncollective = 'allgatherv'\nalgorithm = 'circulant'\n"
                    "bytes = '64kB'\nblocks = {}\n",
                    blocks),
        "f.toml");
    const RunResult r = run_one(scenario.cells.at(0));
    EXPECT_EQ(r.error.value_or(""), "");
    return r.metrics.messages;
  };
  EXPECT_EQ(messages("'G=40'"), messages("10"));
  EXPECT_NE(messages("'G=40'"), messages("12"));  // of sqrt(64000 4)/40: 16 ranks
}

}  // namespace
}  // namespace orrery
