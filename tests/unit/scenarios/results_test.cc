#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>
#include <string>
#include <unistd.h>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "scenarios/report/export.h"
#include "scenarios/report/report.h"
#include "scenarios/run/load.h"
#include "scenarios/run/metrics/result_text.h"
#include "scenarios/run/results_file.h"
#include "tests/unit/scenarios/support.h"

namespace orrery {
namespace {

namespace fs = std::filesystem;

Scenario sweep(const std::string& more = {}) {
  return parse_scenario(
      fmt::format("title = 'test'\n[run]\ncollective = 'allgather'\nalgorithm = ['ring', "
                  "'neighbor-exchange', 'bruck']\nranks = [5, 8]\nbytes = ['1KiB', '2KiB']\n{}\n",
                  more),
      "test.toml", {}, Unsupported::kSkip);
}

RunResult timed(const RunSpec& spec, std::int64_t ps) {
  RunResult r;
  r.spec = spec;
  r.title = spec.title;
  r.metrics.completion = Time(ps);
  return r;
}

TEST(ResultText, KeepsEverything) {
  for (const char* more :
       {"payload = 'real'", "payload = 'ghost'\n[network]\nports = 'unlimited'"}) {
    const Scenario scenario = sweep(more);
    std::vector<RunResult> before, after;
    for (const RunSpec& spec : scenario.cells) {
      before.push_back(run_one(spec));
      after.push_back(parse_result(spec, result_text(before.back())));
    }
    EXPECT_EQ(to_json(after), to_json(before));
    EXPECT_EQ(to_csv(after), to_csv(before));
    EXPECT_EQ(to_junit(scenario, after, {}), to_junit(scenario, before, {}));
    EXPECT_EQ(results_report(scenario, after, {}), results_report(scenario, before, {}));
    Scenario single = scenario;
    single.cells.resize(1);
    EXPECT_EQ(results_report(single, {after[0]}, {}), results_report(single, {before[0]}, {}));
  }
}

TEST(ResultText, KeepsFailuresAndWhatIsNoNumber) {
  RunResult r = timed(sweep().cells.front(), 1);
  r.outcome = Outcome::kDeadlock;
  r.error = "rank 0 waits\tfor \"rank 1\"\n\xff and no end";
  r.waiting_ranks = {0, 1, 7};
  r.deficiency = {std::numeric_limits<double>::infinity(), std::nan(""), 0.1};
  const std::string text = result_text(r);
  EXPECT_EQ(text.find_first_of("\t\n"), std::string::npos);
  const RunResult back = parse_result(r.spec, text);
  EXPECT_EQ(back.outcome, r.outcome);
  EXPECT_EQ(back.error, "rank 0 waits\tfor \"rank 1\"\n\xef\xbf\xbd and no end");
  EXPECT_EQ(back.waiting_ranks, r.waiting_ranks);
  EXPECT_EQ(back.deficiency.lambda, r.deficiency.lambda);
  EXPECT_TRUE(std::isnan(back.deficiency.psi));
  EXPECT_EQ(back.deficiency.xi, 0.1);
  EXPECT_FALSE(back.effort);
}

TEST(ResultText, OtherTextsAreRefused) {
  const RunSpec spec;
  const std::string whole = result_text(run_one(sweep().cells.front()));
  for (const std::string& text :
       {std::string(), std::string("{}"), std::string("[1]"), whole.substr(0, whole.size() / 2),
        "x" + whole,
        "{\"deep\": [" + std::string(40, '[') + std::string(40, ']') + "]," + whole.substr(1)})
    EXPECT_THROW(parse_result(spec, text), std::invalid_argument) << text;
}

class Results : public ::testing::Test {
 protected:
  ~Results() override {
    fs::remove(path_);
    fs::remove(other_);
  }
  std::string content() const {
    std::ifstream in(path_);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  void write(const std::string& text) const { std::ofstream(path_) << text; }
  static ResultsFile open(const fs::path& path, const Scenario& scenario,
                          ResultsFile::Mode mode = ResultsFile::Mode::kAppend) {
    return {path, scenario, Detail::kTime, mode};
  }
  ResultsFile open() const { return open(path_, scenario_); }
  void expect_refused(const Scenario& scenario, const std::string& part) const {
    try {
      open(path_, scenario);
      ADD_FAILURE() << "not found: " << part;
    } catch (const InputError& e) {
      EXPECT_TRUE(std::string_view(e.what()).starts_with(path_.string() + ":")) << e.what();
      EXPECT_NE(std::string_view(e.what()).find(part), std::string::npos) << e.what();
    }
  }
  static std::string merge_error(const Scenario& scenario, const std::vector<ResultsFile>& files) {
    try {
      merge_results(scenario, files);
    } catch (const InputError& e) {
      return e.what();
    }
    return "(merged)";
  }

  const fs::path path_ = fs::temp_directory_path() / ("orrery-runs-" + std::to_string(getpid()));
  const fs::path other_ = path_.string() + "-other";
  const Scenario scenario_ = sweep();
  const RunSpec& first_ = scenario_.cells.front();
  const RunSpec& last_ = scenario_.cells.back();
};

TEST_F(Results, AreFoundAgain) {
  open().append(timed(first_, 123));
  open().append(timed(last_, 456'000'000'000'001));
  const ResultsFile file = open();
  EXPECT_EQ(file.size(), 2U);
  EXPECT_EQ(file.find(first_)->metrics.completion, Time(123));
  EXPECT_EQ(file.find(last_)->metrics.completion, Time(456'000'000'000'001));
  EXPECT_FALSE(file.find(scenario_.cells[1]));
}

TEST_F(Results, ALineThatWasCutOffIsDroppedWhereverItWasCut) {
  open().append(timed(first_, 123));
  const std::string whole = content();
  open().append(timed(last_, 456));
  const std::string both = content();
  for (std::size_t length = 0; length < both.size(); length += 7) {
    write(both.substr(0, length));
    {
      ResultsFile file = open();
      EXPECT_EQ(file.size(), length < whole.size() ? 0U : 1U) << length;
      EXPECT_EQ(file.dropped_line() > 0, length > 0 && both[length - 1] != '\n') << length;
      file.append(timed(last_, 456));
    }
    EXPECT_EQ(open().find(last_)->metrics.completion, Time(456)) << length;
  }
}

TEST_F(Results, DamageIsReportedWithItsLine) {
  {
    ResultsFile file = open();
    file.append(timed(first_, 123));
    file.append(timed(last_, 456));
  }
  const std::string whole = content();
  const auto lines = std::count(whole.begin(), whole.end(), '\n');
  const std::size_t line = whole.find("ring,5") - 9;
  for (std::size_t i = line; i < whole.find('\n', line); i += 3) {
    std::string damaged = whole;
    damaged[i] = damaged[i] == '7' ? '8' : '7';
    write(damaged);
    expect_refused(scenario_, fmt::format(":{}: the line is damaged", lines - 1));
  }
  write("hello\n");
  expect_refused(scenario_, ":1: is not a file of finished runs; expected one that --resume wrote");
  write("hello");
  expect_refused(scenario_, ":1: is not a file of finished runs; expected one that --resume wrote");
}

TEST_F(Results, RunsOfAnotherScenarioAreRefused) {
  open().append(timed(first_, 123));
  expect_refused(sweep("datatype = 'int32'"), "differs in datatype (uint8 there, int32 here)");
  expect_refused(parse_scenario("[run]\ncollective = 'allgather'\nranks = 4", "f"),
                 "differs in algorithm (swept there, ring here), bytes (swept there");
  EXPECT_THROW(ResultsFile(path_, scenario_, Detail::kFull), InputError);
}

TEST_F(Results, WhatOtherFilesHoldBelongsToTheScenario) {
  const auto hosts = [&](const char* text) {
    std::ofstream(other_) << text;
    return parse_scenario(
        fmt::format("[network]\nmapping = 'file:{}'\n[run]\nranks = 8", other_.string()), "f");
  };
  open(path_, hosts("0\n1\n2\n3\n4\n5\n6\n7\n"));
  open(path_, hosts("0\n1\n2\n3\n4\n5\n6\n7\n"));
  expect_refused(hosts("1\n0\n2\n3\n4\n5\n6\n7\n"), "differs in what the file ");
}

TEST_F(Results, WhatSchedulesHoldBelongsToTheScenario) {
  const auto schedule = [&](int nanoseconds) {
    std::ofstream(other_) << fmt::format(
        "num_ranks 2\nrank 0 {{\ncalc {}\nsend 5b to 1\n}}\nrank 1 {{\nrecv 5b from 0\n}}\n",
        nanoseconds);
    return parse_scenario(fmt::format("[run]\nschedule = '{}'\nseed = [1, 2]", other_.string()),
                          "f");
  };
  open(path_, schedule(5));
  open(path_, schedule(5));
  expect_refused(schedule(6), "differs in what the file ");
}

TEST_F(Results, WhatCanBeReadOnlyOnceIsNotKept) {
  Scenario scenario = scenario_;
  for (RunSpec& cell : scenario.cells) cell.runs = ScheduleRun{"/dev/null", {}, {}};
  try {
    open(path_, scenario);
    ADD_FAILURE();
  } catch (const InputError& e) {
    EXPECT_STREQ(e.what(),
                 "/dev/null: is not a regular file, so that changes of it cannot be detected "
                 "later; expected a regular file");
  }
}

TEST_F(Results, AreWrittenByOneProcessAtATime) {
  const ResultsFile file = open();
  expect_refused(scenario_, "another process is writing results to it");
  EXPECT_EQ(open(path_, scenario_, ResultsFile::Mode::kRead).size(), 0U);
}

TEST_F(Results, ReadingNeitherMakesNorMendsAFile) {
  EXPECT_THROW(open(path_, scenario_, ResultsFile::Mode::kRead), InputError);
  EXPECT_FALSE(fs::exists(path_));
  open().append(timed(first_, 123));
  write(content() + "cut");
  EXPECT_GT(open(path_, scenario_, ResultsFile::Mode::kRead).dropped_line(), 0);
  EXPECT_TRUE(content().ends_with("cut"));
}

TEST_F(Results, AreMergedInTheOrderOfTheSweep) {
  {
    ResultsFile even = open(), odd = open(other_, scenario_);
    for (std::size_t i = scenario_.cells.size(); i-- > 0;)
      (Shard{2, 2}.has(i) ? odd : even).append(timed(scenario_.cells[i], std::int64_t(i) + 1));
  }
  std::vector<ResultsFile> files;
  files.push_back(open(other_, scenario_, ResultsFile::Mode::kRead));
  EXPECT_EQ(
      merge_error(scenario_, files),
      "5 of 12 runs are missing in all files: algorithm ring, ranks 5, bytes 1KiB; algorithm "
      "ring, ranks 8, bytes 1KiB; algorithm neighbor-exchange, ranks 8, bytes 1KiB; algorithm "
      "bruck, ranks 5, bytes 1KiB; algorithm bruck, ranks 8, bytes 1KiB; expected all shards, "
      "each finished");
  files.push_back(open(path_, scenario_, ResultsFile::Mode::kRead));
  const auto merged = merge_results(scenario_, files);
  ASSERT_EQ(merged.size(), 12U);
  for (std::size_t i = 0; i < merged.size(); ++i)
    EXPECT_EQ(merged[i].metrics.completion,
              Time(scenario_.cells[i].skipped.empty() ? std::int64_t(i) + 1 : 0));
}

TEST_F(Results, MergedFilesMustAgreeInAllButWhatRunsCost) {
  Scenario one = scenario_;
  one.cells.resize(1);
  RunResult slow = timed(first_, 123);
  slow.effort = {9, 9, 9};
  open(path_, one).append(timed(first_, 123));
  open(other_, one).append(slow);
  std::vector<ResultsFile> files;
  files.push_back(open(path_, one));
  files.push_back(open(other_, one));
  EXPECT_EQ(merge_error(one, files), "(merged)");
  files.clear();
  fs::remove(other_);
  open(other_, one).append(timed(first_, 124));
  files.push_back(open(path_, one));
  files.push_back(open(other_, one));
  EXPECT_NE(merge_error(one, files).find("algorithm ring, ranks 5, bytes 1KiB has another result"),
            std::string::npos);
}

TEST(Shards, PartTheCells) {
  for (int n = 1; n < 6; ++n)
    for (std::size_t cell = 0; cell < 20; ++cell) {
      int owners = 0;
      for (int i = 1; i <= n; ++i) owners += Shard{i, n}.has(cell) ? 1 : 0;
      EXPECT_EQ(owners, 1);
    }
  const Shard s = parse_shard("2/8", "--shard");
  EXPECT_TRUE(s.has(1) && s.has(9) && !s.has(2));
  for (const char* text : {"", "2", "0/4", "5/4", "-1/4", "1/0", "a/b", "1/2/3", "1/9999999999"})
    EXPECT_THROW(parse_shard(text, "--shard"), InputError) << text;
}

}  // namespace
}  // namespace orrery
