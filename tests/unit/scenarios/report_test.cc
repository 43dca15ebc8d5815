#include "scenarios/report/report.h"

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "scenarios/run/load.h"
#include "tests/setting.h"
#include "tests/unit/scenarios/support.h"

namespace orrery {
namespace {

std::string report_of(const std::string& text) {
  const Scenario s = parse_scenario(text, "f.toml");
  const auto results = run_all(s.cells);
  return results_report(s, results, check_expectations(s, results));
}

TEST(Report, ASingleRunShowsRoundsAndHotLinks) {
  const std::string text = report_of(
      "title = 'One'\n[run]\npayload = 'real'\nbytes = '1KiB'\n[network]\ntopology = 'torus:2x4'");
  EXPECT_TRUE(contains(
      text, "One\n═══\nallreduce · ring · 1KiB · torus:2x4 · 8 ranks · real payload · seed 1\n"));
  EXPECT_TRUE(contains(text, "  verified      yes\n"));
  EXPECT_TRUE(contains(text, "  rounds        14\n"));
  EXPECT_TRUE(contains(text, "      …\n"));
  EXPECT_TRUE(contains(text, "host 3 (0,3) → host"));
}

TEST(Report, TheHeadingHasWhatIsNotTheDefault) {
  const std::string text = report_of(
      "[network]\ntopology = 'torus:4x4'\ncore_latency = '1us'\nduplex = 'half'\n[cost]\n"
      "overhead = '1ns'\n[run]\nalgorithm = 'rabenseifner'\norder = 'torus'\nsync = 'rounds'");
  EXPECT_TRUE(text.starts_with(
      "allreduce · rabenseifner · 1KiB · torus order · torus:4x4 · 16 ranks · ghost payload · seed "
      "1\nlinks 400Gb/s · latency 100ns · core latency 1us · α 0ps · overhead 1ns · ports 1 · half "
      "duplex · contention on · stepping by rounds\n"))
      << text;
}

TEST(Report, TheHeadingOfABarrierHasNoBytes) {
  EXPECT_TRUE(report_of("[run]\ncollective = 'barrier'\nranks = 4")
                  .starts_with("barrier · dissemination · full:4 · 4 ranks · "));
  const Scenario given =
      parse_scenario("[run]\ncollective = 'barrier'\nranks = 4\nbytes = '2KiB'", "f.toml");
  EXPECT_EQ(given.remarks, std::vector<std::string>{
                               "f.toml:4:9: run.bytes: barrier moves no data; it changes nothing"});
}

TEST(Report, EquallyFastAlgorithmsShareTheFirstPlace) {
  EXPECT_TRUE(contains(report_of("[network]\ntopology = 'full:2'\n[run]\nbytes = ['1KiB', '4KiB']\n"
                                 "algorithm = ['ring', 'rabenseifner']"),
                       "Fastest by bytes: ring and rabenseifner from 1KiB to 4KiB.\n"));
}

TEST(Report, AFewRoundsAreShownInFull) {
  EXPECT_FALSE(contains(report_of("[run]\nranks = 4"), "…"));
}

TEST(Report, ASweepComparesAlgorithms) {
  const std::string text = report_of(
      "[network]\ntopology = 'torus:16'\n[run]\nbytes = ['1KiB', '4MiB']\nalgorithm = "
      "['recursive-doubling-latency', 'ring']");
  EXPECT_TRUE(contains(text, "bytes  algorithm"));
  EXPECT_TRUE(
      contains(text, "Fastest by bytes: recursive-doubling-latency from 1KiB to 1KiB") ||
      contains(text, "Fastest by bytes: recursive-doubling-latency at 1KiB, ring at 4MiB.\n"));
  EXPECT_TRUE(contains(text, "best"));
  EXPECT_TRUE(contains(text, "bytes: the whole vector of one rank.\n"));
}

TEST(Report, SkippedCellsGiveTheirReason) {
  const std::string text = report_of(
      "[run]\nranks = 4\nskip_unsupported = true\nalgorithm = ['ring', 'binomial']\ncollective = "
      "['allreduce', 'broadcast']");
  EXPECT_TRUE(contains(text, "skipped"));
  EXPECT_TRUE(contains(
      text,
      "algorithm binomial, collective allreduce: skipped: allreduce has no algorithm 'binomial'"));
}

TEST(Report, HasNoTableIfNothingWasRun) {
  const Scenario scenario = parse_scenario("[run]\nranks = [4, 8]", "a.toml");
  std::vector<RunResult> results(2);
  for (std::size_t i = 0; i < 2; ++i) {
    results[i].spec = scenario.cells[i];
    results[i].outcome = Outcome::kNotRun;
  }
  EXPECT_EQ(results_report(scenario, results, {}), heading(scenario));
}

TEST(Report, FailuresAreListed) {
  RunResult r;
  r.outcome = Outcome::kDeadlock;
  r.error = "rank 0 waits for rank 1";
  EXPECT_EQ(failures({r}, {}), "deadlock: rank 0 waits for rank 1\n");
  r.error = "deadlock at 3 ps: rank 0 waits for rank 1";
  EXPECT_EQ(failures({r}, {}), "deadlock at 3 ps: rank 0 waits for rank 1\n");
  r.spec.swept = {{"ranks", "4"}};
  EXPECT_EQ(failures({r}, {}), "deadlock (ranks 4) at 3 ps: rank 0 waits for rank 1\n");
  r.outcome = Outcome::kFine;
  EXPECT_EQ(failures({r}, {}), "");
}

TEST(Report, ManyFailuresAreCounted) {
  RunResult r;
  r.outcome = Outcome::kVerificationFailed;
  r.error = "wrong";
  const std::vector<RunResult> results(40, r);
  Check failed;
  failed.verdict = Check::Verdict::kFailed;
  failed.message = "a:1: no";
  const std::vector<Check> checks(9, failed);
  const std::string text = failures(results, checks);
  EXPECT_EQ(std::ranges::count(text, '\n'), 8 + 1 + 8 + 1) << text;
  EXPECT_NE(text.find("... 40 runs failed in all; "), std::string::npos) << text;
  EXPECT_NE(text.find("... 9 expectations do not hold in all; "), std::string::npos) << text;
}

TEST(Report, ExpectationsThatAreNotCheckedAreCounted) {
  const Scenario s = parse_scenario(
      "[run]\nranks = [4, 5]\n[expect]\n'4.rounds' = 6\n'5.rounds' = 8\n'rounds' = {max = 8}", "f",
      {{"ranks", "5"}});
  const auto results = run_all(s.cells);
  const auto checks = check_expectations(s, results);
  EXPECT_TRUE(
      contains(results_report(s, results, checks), "Expectations: 2 of 2 hold; 1 not checked.\n"));
  EXPECT_EQ(failures(results, checks),
            "f:4: 4.rounds: not checked: no cell is named '4' with --ranks 5\n");
}

TEST(Report, CellsThatAreSkippedForOneReasonShareALine) {
  const std::string text = report_of(
      "[run]\nskip_unsupported = true\ncollective = 'allgather'\nranks = [4, 5, 7, 9]\n"
      "bytes = ['1B', '2B']\nalgorithm = ['ring', 'neighbor-exchange', 'recursive-doubling']");
  EXPECT_TRUE(contains(text,
                       "ranks 5, bytes 1B, algorithm neighbor-exchange and 5 more: skipped: "
                       "neighbor-exchange works in pairs: the number of ranks must be even and is "
                       "5\n"))
      << text;
  std::size_t lines = 0;
  for (std::size_t at = text.find(": skipped: "); at != std::string::npos; ++lines)
    at = text.find(": skipped: ", at + 1);
  EXPECT_EQ(lines, 2u) << text;
}

}  // namespace
}  // namespace orrery
