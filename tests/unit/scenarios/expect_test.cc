#include "scenarios/run/expect.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "scenarios/document/selectors.h"
#include "scenarios/run/load.h"
#include "tests/unit/scenarios/support.h"

namespace orrery {
namespace {

/// Two algorithms, two sizes, and a line of [expect].
std::string scenario_with(const std::string& expectation) {
  return "[network]\ntopology = 'torus:4'\n[run]\nalgorithm = ['ring', 'rabenseifner']\nbytes = "
         "['1KiB', '1.5KiB']\n[expect]\n" +
         expectation;
}

/// Messages of the expectations that fail.
std::vector<std::string> failures_of(const std::string& text, std::size_t* checks = nullptr) {
  const Scenario s = parse_scenario(text, "f.toml");
  std::vector<std::string> messages;
  const auto all = check_expectations(s, run_all(s.cells));
  for (const Check& c : all)
    if (!c.passed) messages.push_back(c.message);
  if (checks != nullptr) *checks = all.size();
  return messages;
}

using Messages = std::vector<std::string>;

TEST(Expect, SelectsCellsByTheirValues) {
  RunSpec cell;
  cell.algorithm = "ring";
  cell.topology = "torus:8x8";
  cell.ranks = 64;
  cell.bytes = Bytes(1536);
  cell.bytes_text = "1.5KiB";
  cell.swept = {{"alpha", "0.5us"}};
  for (const char* key :
       {"rounds", "ring.rounds", "*.rounds", "ring.1.5KiB.rounds", "1.5KiB.ring.rounds",
        "ring.*.64.rounds", "torus:8x8.rounds", "0.5us.rounds", "alpha=0.5us.rounds",
        "ports=1.rounds", "allreduce.rounds", "bytes=1.5KiB.rounds", "1536B.rounds"})
    EXPECT_TRUE(selects(key, cell)) << key;
  for (const char* key :
       {"bruck.rounds", "ring.2KiB.rounds", "rin.rounds", "ring1.5KiB.rounds", ".rounds",
        "ring..rounds", "1.rounds", "ports=2.rounds", "ring.1.5KiB..rounds"})
    EXPECT_FALSE(selects(key, cell)) << key;
}

TEST(Expect, HoldsInEveryCellItNames) {
  std::size_t checks = 0;
  EXPECT_EQ(
      failures_of(
          scenario_with(
              "'ring.*.rounds' = 6\n'*.1KiB.messages' = {min = 1}\n'rounds' = {min = 4, max = 6}"),
          &checks),
      Messages{});
  EXPECT_EQ(checks, 2u + 2u + 4u);
}

TEST(Expect, TimesAreComparedExactly) {
  EXPECT_EQ(failures_of(scenario_with("'ring.1KiB.completion_time' = '630.720ns'")), Messages{});
  EXPECT_EQ(failures_of(scenario_with("'ring.1KiB.completion_time_s' = 0.00000063072")),
            Messages{});
  EXPECT_EQ(failures_of(scenario_with("'ring.1KiB.completion_time' = '630721ps'")),
            Messages{"f.toml:7: ring.1KiB.completion_time: completion_time is 630.72ns; expected "
                     "630.721ns (algorithm ring, bytes "
                     "1KiB)"});
}

TEST(Expect, FailuresSayWhatWasGotAndExpected) {
  EXPECT_EQ(
      failures_of(scenario_with("'ring.1KiB.rounds' = 7")),
      Messages{"f.toml:7: ring.1KiB.rounds: rounds is 6; expected 7 (algorithm ring, bytes 1KiB)"});
  EXPECT_EQ(failures_of(scenario_with("'ring.1KiB.rounds' = {max = 5}")),
            Messages{"f.toml:7: ring.1KiB.rounds: rounds is 6; expected at most 5 (algorithm ring, "
                     "bytes 1KiB)"});
  EXPECT_EQ(
      failures_of(scenario_with("'ring.1KiB.rounds' = {min = 7, max = 8}")),
      Messages{
          "f.toml:7: ring.1KiB.rounds: rounds is 6; expected 7 to 8 (algorithm ring, bytes 1KiB)"});
  EXPECT_EQ(failures_of(scenario_with("'ring.1KiB.verified' = true")),
            Messages{"f.toml:7: ring.1KiB.verified: verified is null (ghost payload carries "
                     "nothing to verify); expected true "
                     "(algorithm ring, bytes 1KiB)"});
}

TEST(Expect, OtherKindsOfValues) {
  EXPECT_EQ(
      failures_of(scenario_with("'ring.*.algorithm' = 'ring'\n'ring.1KiB.bytes_total' = '6KiB'\n"
                                "'rabenseifner.1KiB.bytes_total' = 6144\n'ring.1KiB.xi' = 1.0\n"
                                "'ring.1KiB.goodput' = {min = '12Gb/s', max = '13Gb/s'}")),
      Messages{});
}

TEST(Expect, KeysWithoutQuotesWorkToo) {
  EXPECT_EQ(
      failures_of(scenario_with("ring.1KiB.rounds = 6\nrabenseifner.1KiB.rounds = {max = 4}")),
      Messages{});
}

TEST(Expect, MistakesAreFoundWhenLoading) {
  EXPECT_EQ(error_of(scenario_with("'rign.1KiB.rounds' = 6")),
            "f.toml:7: expect.rign.1KiB.rounds: no cell is named 'rign.1KiB'; expected values of "
            "the sweep, or * for any; did you "
            "mean 'ring'?");
  EXPECT_EQ(error_of(scenario_with("'ring.round' = 6")),
            "f.toml:7: expect.ring.round: unknown field 'round'; expected a field of the results "
            "such as rounds, messages, "
            "completion_time or verified; did you mean 'rounds'?");
  EXPECT_EQ(error_of(scenario_with("'ring.completion_time' = 5")),
            "f.toml:7: expect.ring.completion_time: 5 is not what completion_time_s can be; "
            "expected a time such as \"60us\"");
  EXPECT_EQ(
      error_of(scenario_with("'ring.completion_time' = '5'")),
      "f.toml:7: expect.ring.completion_time: '5' has no unit; expected a time such as 500ns");
  EXPECT_EQ(
      error_of(scenario_with("'ring.verified' = 1")),
      "f.toml:7: expect.ring.verified: 1 is not what verified can be; expected true or false");
  EXPECT_EQ(error_of(scenario_with("'ring.rounds' = 'six'")),
            "f.toml:7: expect.ring.rounds: \"six\" is not what rounds can be; expected a number");
  EXPECT_EQ(error_of(scenario_with("'ring.verified' = {min = 1}")),
            "f.toml:7: expect.ring.verified: verified has no min and max; expected true or false");
  EXPECT_EQ(error_of(scenario_with("'ring.rounds' = {max = 5, mim = 3}")),
            "f.toml:7:27: expect.ring.rounds.mim: unknown key; expected min or max");
  EXPECT_EQ(
      error_of(scenario_with("'ring.rounds' = {}")),
      "f.toml:7:17: expect.ring.rounds: expected a value, or min and max as in { max = \"60us\" }");
  EXPECT_EQ(
      error_of(scenario_with("'ring.rounds' = [6]")),
      "f.toml:7:17: expect.ring.rounds: expected a number, true, false, or text such as \"60us\"");
}

TEST(Expect, NothingIsExpectedOfSkippedCells) {
  const std::string sweep =
      "[run]\nranks = 4\nskip_unsupported = true\ncollective = ['allreduce', "
      "'broadcast']\nalgorithm = ['ring', 'binomial']\n[expect]\n";
  std::size_t checks = 0;
  EXPECT_EQ(failures_of(sweep + "'*.outcome' = 'fine'", &checks), Messages{});
  EXPECT_EQ(checks, 2u);
  EXPECT_EQ(error_of(sweep + "'allreduce.binomial.rounds' = 1"),
            "f.toml:7: expect.allreduce.binomial.rounds: all cells that it names are skipped");
}

TEST(Expect, OverridesThatChooseKeepExpectationsOthersDropThem) {
  const std::string text = scenario_with("'ring.rounds' = 6\n'rabenseifner.rounds' = 4");
  EXPECT_EQ(parse_scenario(text, "f", {{"algorithm", "ring"}}).expectations.size(), 1u);
  EXPECT_FALSE(parse_scenario(text, "f", {{"algorithm", "ring"}}).expectations_dropped);
  EXPECT_EQ(parse_scenario(text, "f", {{"bytes", "2KiB"}}).expectations.size(), 0u);
  EXPECT_TRUE(parse_scenario(text, "f", {{"bytes", "2KiB"}}).expectations_dropped);
}

}  // namespace
}  // namespace orrery
