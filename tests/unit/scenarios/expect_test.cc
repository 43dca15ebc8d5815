#include "scenarios/run/expect.h"

#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <unistd.h>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "scenarios/document/selectors.h"
#include "scenarios/report/report.h"
#include "scenarios/run/load.h"
#include "tests/unit/scenarios/support.h"

namespace orrery {
namespace {

/// Returns a scenario of two algorithms and two sizes with a line of [expect].
std::string scenario_with(const std::string& expectation) {
  return "[network]\ntopology = 'torus:4'\n[run]\nalgorithm = ['ring', 'rabenseifner']\nbytes = "
         "['1KiB', '1.5KiB']\n[expect]\n" +
         expectation;
}

/// Returns the messages of the failed expectations.
std::vector<std::string> failures_of(const std::string& text, std::size_t* checks = nullptr) {
  const Scenario s = parse_scenario(text, "f.toml");
  std::vector<std::string> messages;
  const auto all = check_expectations(s, run_all(s.cells));
  for (const Check& c : all)
    if (!c.passed()) messages.push_back(c.message);
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
  const std::vector<RunSpec> cells{cell};
  CellWords words(cells, 1);
  for (const char* key :
       {"rounds", "ring.rounds", "*.rounds", "ring.1.5KiB.rounds", "1.5KiB.ring.rounds",
        "ring.*.64.rounds", "torus:8x8.rounds", "0.5us.rounds", "alpha=0.5us.rounds",
        "ports=1.rounds", "allreduce.rounds", "bytes=1.5KiB.rounds", "1536B.rounds"})
    EXPECT_TRUE(words.select(key, 0)) << key;
  for (const char* key :
       {"bruck.rounds", "ring.2KiB.rounds", "rin.rounds", "ring1.5KiB.rounds", ".rounds",
        "ring..rounds", "1.rounds", "ports=2.rounds", "ring.1.5KiB..rounds"})
    EXPECT_FALSE(words.select(key, 0)) << key;
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
            "f.toml:7: expect.ring.completion_time: 5 is not a value of completion_time_s; "
            "expected a time such as \"60us\"");
  EXPECT_EQ(
      error_of(scenario_with("'ring.completion_time' = '5'")),
      "f.toml:7: expect.ring.completion_time: '5' has no unit; expected a time such as 500ns");
  EXPECT_EQ(error_of(scenario_with("'ring.verified' = 1")),
            "f.toml:7: expect.ring.verified: 1 is not a value of verified; expected true or false");
  EXPECT_EQ(error_of(scenario_with("'ring.rounds' = 'six'")),
            "f.toml:7: expect.ring.rounds: \"six\" is not a value of rounds; expected a number");
  EXPECT_EQ(error_of(scenario_with("'ring.verified' = {min = 1}")),
            "f.toml:7: expect.ring.verified: verified has no min and max; expected true or false");
  EXPECT_EQ(error_of(scenario_with("'ring.rounds' = {max = 5, mim = 3}")),
            "f.toml:7:27: expect.ring.rounds.mim: unknown word; expected min or max");
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

/// Returns a scenario of three algorithms whose times on full:8 differ; one of them cannot run some
/// cells.
std::string race(const std::string& expectation) {
  return "[run]\nranks = 8\nalgorithm = ['ring', 'rabenseifner', 'swing']\nbytes = ['1KiB', "
         "'1.5KiB']\n[expect]\n" +
         expectation;
}

TEST(Expect, HoldsWhateverOptionsSay) {
  const std::string text =
      scenario_with("'ring.rounds' = 6\n'rabenseifner.rounds' = 4\n'*.1KiB.ports' = '1'");
  const auto of = [&](const Overrides& overrides) {
    const Scenario s = parse_scenario(text, "f", overrides);
    std::vector<std::string> texts;
    for (const Check& c : check_expectations(s, run_all(s.cells)))
      texts.push_back(c.passed() ? "passed" : c.message);
    return texts;
  };
  EXPECT_EQ(of({}).size(), 2u + 2u + 2u);
  EXPECT_EQ(of({{"algorithm", "ring"}}), (Messages{"passed", "passed",
                                                   "f:8: rabenseifner.rounds: not checked: no cell "
                                                   "is named 'rabenseifner' with --algorithm ring",
                                                   "passed"}));
  EXPECT_EQ(
      of({{"bytes", "2KiB"}}),
      (Messages{"passed", "passed",
                "f:9: *.1KiB.ports: not checked: no cell is named '*.1KiB' with --bytes 2KiB"}));
  EXPECT_EQ(of({{"payload", "provenance"}}), Messages(6, "passed"));
  EXPECT_EQ(of({{"topology", "torus:8"}, {"bytes", "1KiB"}}),
            (Messages{"f:7: ring.rounds: rounds is 14; expected 6 (algorithm ring) with --topology "
                      "torus:8 --bytes 1KiB",
                      "f:8: rabenseifner.rounds: rounds is 6; expected 4 (algorithm rabenseifner) "
                      "with --topology torus:8 --bytes 1KiB",
                      "passed", "passed"}));
}

TEST(Expect, WhatOnlySkippedCellsAreLeftForIsSkipped) {
  const std::string text =
      "[run]\nranks = 8\nskip_unsupported = true\ncollective = 'allgather'\nalgorithm = ['ring', "
      "'neighbor-exchange']\n[expect]\n'neighbor-exchange.rounds' = 4";
  const Scenario s = parse_scenario(text, "f", {{"ranks", "7"}});
  const auto checks = check_expectations(s, run_all(s.cells));
  ASSERT_EQ(checks.size(), 1u);
  EXPECT_TRUE(checks[0].skipped());
  EXPECT_EQ(checks[0].message,
            "f:7: neighbor-exchange.rounds: not checked: all cells that it names are skipped with "
            "--ranks 7");
}

TEST(Expect, MistakesAreMistakesWhateverOptionsSay) {
  EXPECT_EQ(error_of(scenario_with("'ring.round' = 6"), {{"bytes", "2KiB"}}).substr(0, 44),
            "f.toml:7: expect.ring.round: unknown field '");
  EXPECT_EQ(
      error_of(race("'ring.completion_time' = '5'"), {{"bytes", "2KiB"}}),
      "f.toml:6: expect.ring.completion_time: '5' has no unit; expected a time such as 500ns");
  EXPECT_EQ(error_of(race("'ring.completion_time' = {max = 'x * swing'}"), {{"bytes", "2KiB"}}),
            "f.toml:6: expect.ring.completion_time: 'x' is not a factor; expected a factor and a "
            "value of the sweep, such as \"1.1 * ring\" where algorithm is swept");
}

TEST(Expect, CellsAreComparedWithOthers) {
  std::size_t checks = 0;
  // A ring takes about four times as long as swing; no cell is compared with itself.
  EXPECT_EQ(failures_of(race("'*.completion_time' = {max = '4.1 * swing'}"), &checks), Messages{});
  EXPECT_EQ(checks, 4u);
  EXPECT_EQ(failures_of(race(
                "'swing.*.completion_time' = {max = '0.3*ring', min = '0.2 * algorithm=ring'}")),
            Messages{});
  EXPECT_EQ(failures_of(race("'ring.rounds' = '2.3333333333 * rabenseifner'")), Messages{});
  EXPECT_EQ(failures_of(race("'rabenseifner.bytes_total' = 'ring'")), Messages{});
  EXPECT_EQ(failures_of(race("'*.bytes_total' = '1.5 * 1KiB'")), Messages{});
  EXPECT_EQ(failures_of(race("'*.1KiB.rounds' = '1 * 1536B'")).size(), 0u);
  EXPECT_EQ(failures_of(race("'*.1.5KiB.rounds' = 'ring.1KiB'")).size(), 2u);
  EXPECT_EQ(failures_of(race("'ring.1KiB.completion_time' = {max = '2 * swing'}")),
            Messages{"f.toml:6: ring.1KiB.completion_time: completion_time is 1.43584us; expected "
                     "at most 722.88ns (2 * swing) (algorithm ring, bytes 1KiB)"});
  EXPECT_EQ(failures_of(race("'swing.1KiB.goodput' = {max = '1.1 * ring'}")).size(), 1u);
  EXPECT_EQ(failures_of(race("'swing.1KiB.goodput' = {max = '5 * ring'}")).size(), 0u);
}

TEST(Expect, ComparisonsNameOtherCells) {
  const std::string expected =
      "; expected a factor and a value of the sweep, such as \"1.1 * ring\" where algorithm is "
      "swept";
  const std::string at = "f.toml:6: expect.ring.completion_time: ";
  const auto error = [&](const std::string& max) {
    return error_of(race("'ring.completion_time' = {max = '" + max + "'}"));
  };
  EXPECT_EQ(error("1.1 * swin"),
            at + "no value of the sweep is named 'swin'" + expected + "; did you mean 'swing'?");
  EXPECT_EQ(error("swin"), at + "'swin' is not a number with a unit; expected a time such as "
                                "500ns; did you mean 'swing'?");
  for (const char* bad :
       {"-1 * swing", "0 * swing", "inf * swing", "1.1.1 * swing", "* swing", "swing * 1.1"})
    EXPECT_TRUE(error(bad).ends_with("is not a factor" + expected)) << error(bad);
  EXPECT_EQ(error("2 * ring.swing"), at + "no value of the sweep is named 'ring.swing'" + expected);
  EXPECT_EQ(error_of("[run]\nranks = [4, 8]\nblocks = [4, 8]\n[expect]\nrounds = '2 * 8'"),
            "f.toml:5: expect.rounds: '8' names values of blocks and of ranks; expected blocks=8 "
            "or ranks=8");
  EXPECT_EQ(
      error_of("[run]\nranks = [4, 8]\n[expect]\nverified = '2 * 8'"),
      "f.toml:4: expect.verified: \"2 * 8\" is not a value of verified; expected true or false");
}

TEST(Expect, WhatThereIsNothingToCompareWithIsSkipped) {
  const auto of = [](const std::string& text, const Overrides& overrides) {
    const Scenario s = parse_scenario(text, "f", overrides);
    std::vector<std::string> texts;
    for (const Check& c : check_expectations(s, run_all(s.cells)))
      texts.push_back(c.skipped() ? c.message : c.passed() ? "passed" : "failed");
    return texts;
  };
  EXPECT_EQ(
      of(race("'*.completion_time' = {max = '5 * swing'}"), {{"algorithm", "ring,rabenseifner"}}),
      Messages{"f:6: *.completion_time: not checked: no value of the sweep is named 'swing' with "
               "--algorithm ring,rabenseifner"});
  EXPECT_EQ(of(race("'swing.completion_time' = {max = 'swing'}"), {}),
            Messages{"f:6: swing.completion_time: not checked: no cell that it names has run"});
  const std::string odd =
      "[run]\nskip_unsupported = true\ncollective = 'allgather'\nranks = [6, 7]\nalgorithm = "
      "['ring', 'neighbor-exchange']\n[expect]\n'ring.rounds' = {max = '2 * neighbor-exchange'}";
  EXPECT_EQ(of(odd, {}), (Messages{"passed",
                                   "f:7: ring.rounds: not checked: 2 * neighbor-exchange was "
                                   "not run (ranks 7, algorithm ring)"}));
}

/// A scenario of two ranks that wait for each other.
constexpr const char* kDeadlock =
    "num_ranks 2\nrank 0 {\nr: recv 6b from 1\ns: send 5b to 1\ns requires r\n}\n"
    "rank 1 {\nr: recv 5b from 0\ns: send 6b to 0\ns requires r\n}\n";

TEST(Expect, ADeadlockMayBeWhatIsExpected) {
  const auto path =
      std::filesystem::temp_directory_path() / fmt::format("orrery-deadlock-{}.goal", getpid());
  std::ofstream(path) << kDeadlock;
  const auto checks_of = [&](const std::string& expectation, std::vector<RunResult>& results) {
    static Scenario s;
    s = parse_scenario(
        fmt::format("[run]\nschedule = '{}'\n[expect]\n{}", path.string(), expectation), "f");
    results = run_all(s.cells);
    return check_expectations(s, results);
  };
  std::vector<RunResult> results;
  const auto expected = checks_of("outcome = 'deadlock'", results);
  EXPECT_EQ(results[0].outcome, Outcome::kDeadlock);
  ASSERT_EQ(expected.size(), 1u);
  EXPECT_TRUE(expected[0].passed()) << expected[0].message;
  EXPECT_EQ(cells_as_expected(expected), std::set<std::size_t>{0});
  EXPECT_EQ(failures(results, expected), "");
  const auto not_expected = checks_of("outcome = 'fine'\nrounds = 1", results);
  EXPECT_EQ(cells_as_expected(not_expected), std::set<std::size_t>{});
  EXPECT_EQ(not_expected[0].message, "f:4: outcome: outcome is deadlock; expected fine");
  EXPECT_EQ(not_expected[1].message, "f:5: rounds: rounds is null (the run failed); expected 1");
  std::filesystem::remove(path);
}

TEST(Expect, OutcomesAreKnownWords) {
  EXPECT_EQ(
      error_of(scenario_with("'ring.outcome' = 'dedlock'")),
      "f.toml:7: expect.ring.outcome: 'dedlock' is not an outcome; expected fine, skipped, "
      "verification failed, bad input, deadlock, crashed, limit exceeded, forbidden or internal "
      "error; did you mean 'deadlock'?");
}

TEST(Expect, ThatACellIsSkippedCanBeExpected) {
  const std::string text =
      "[run]\nskip_unsupported = true\ncollective = 'allgather'\nranks = [6, 7]\nalgorithm = "
      "'neighbor-exchange'\n[expect]\n'*.outcome' = 'skipped'";
  EXPECT_EQ(failures_of(text),
            Messages{"f.toml:7: *.outcome: outcome is fine; expected skipped (ranks 6)"});
  EXPECT_EQ(error_of(text + "\n'7.outcome' = 'skipped'"), "(accepted)");
}

TEST(Expect, BoundsThatNothingLiesBetweenAreRefused) {
  EXPECT_EQ(error_of(scenario_with("'ring.completion_time' = {min = '2us', max = '1us'}")),
            "f.toml:7: expect.ring.completion_time: nothing is at least 2us and at most 1us; "
            "expected min to be no more than max");
  EXPECT_EQ(error_of(scenario_with("'ring.rounds' = {max = 5, min = 6.5}")),
            "f.toml:7: expect.ring.rounds: nothing is at least 6.5 and at most 5; expected min to "
            "be no more than max");
  EXPECT_EQ(error_of(scenario_with("'ring.rounds' = {max = 6, min = 6}")), "(accepted)");
  EXPECT_EQ(error_of(scenario_with("'ring.rounds' = {max = nan}")),
            "f.toml:7: expect.ring.rounds: nan is not a value of rounds; expected a number");
}

TEST(Expect, WordsInsideAreMinAndMax) {
  EXPECT_EQ(error_of(scenario_with("'ring.rounds' = {title = 5}")),
            "f.toml:7:18: expect.ring.rounds.title: unknown word; expected min or max");
  EXPECT_EQ(error_of(scenario_with("rounds = {mx = 5}")),
            "f.toml:7:11: expect.rounds.mx: unknown word; expected min or max");
  EXPECT_EQ(error_of(scenario_with("ring.1KiB.rounds = 6")), "(accepted)");
}

TEST(Expect, AKeyThatIsThereTwiceIsNamed) {
  EXPECT_EQ(error_of(scenario_with("'ring.rounds' = 6\n'ring.rounds' = 7")),
            "f.toml:8:17: 'ring.rounds' is set twice; expected each key once");
  EXPECT_EQ(error_of(scenario_with("rounds = {min = 6, min = 7}")),
            "f.toml:7:26: min is set twice; expected each key once");
  EXPECT_EQ(error_of("[run]\nranks = 4\nranks = 5"),
            "f.toml:3:9: ranks is set twice; expected each key once");
}

}  // namespace
}  // namespace orrery
