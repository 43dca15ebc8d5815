#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/unit/scenarios/command.h"

namespace orrery {
namespace {

constexpr const char* kRuns = "run --topology torus:4x4 --algorithm ring,swing --bytes 1KiB,1MiB ";

TEST_F(Command, ComparesFilesOfEveryKind) {
  ASSERT_EQ(run(std::string(kRuns) + "--json a.json --csv a.csv --resume a.runs --quiet"), 0)
      << err_;
  for (const char* first : {"a.json", "a.csv", "a.runs"})
    for (const char* second : {"a.json", "a.csv", "a.runs"})
      for (const char* metric :
           {"completion_time_s", "goodput_bps", "xi", "messages", "bytes_total"}) {
        EXPECT_EQ(
            run(fmt::format("compare {} {} --fail-above 0% --metric {}", first, second, metric)), 0)
            << out_ << err_;
        EXPECT_TRUE(contains(out_, "4 runs: 4 equal")) << out_;
        EXPECT_FALSE(contains(out_, "differs:")) << out_;
      }
}

TEST_F(Command, ComparesTwoSettings) {
  ASSERT_EQ(run(std::string(kRuns) + "--json a.json --quiet"), 0) << err_;
  ASSERT_EQ(run(std::string(kRuns) + "--alpha 1us --json b.json --quiet"), 0) << err_;
  EXPECT_EQ(run("compare a.json b.json"), 0) << err_;
  EXPECT_TRUE(contains(out_, "differs: alpha 0ps -> 1us")) << out_;
  EXPECT_TRUE(contains(out_, "ring       1 KiB   6.038 µs  36.038 µs  +496.82 %  worse")) << out_;
  EXPECT_TRUE(contains(out_, "4 runs: 4 worse (at most +951.29 %)")) << out_;
  EXPECT_EQ(run("compare a.json b.json --fail-above 951%"), 1);
  EXPECT_EQ(run("compare a.json b.json --fail-above 952%"), 0);
  EXPECT_EQ(run("compare b.json a.json --fail-above 0%"), 0) << "it has become better";
  EXPECT_EQ(run("compare a.json b.json --metric goodput_bps --fail-above 50%"), 1)
      << "less goodput is worse";
  EXPECT_EQ(run("compare b.json a.json --metric goodput_bps --fail-above 0%"), 0);
}

TEST_F(Command, ComparisonsTellWhatIsGone) {
  ASSERT_EQ(run(std::string(kRuns) + "--csv a.csv --quiet"), 0) << err_;
  ASSERT_EQ(shell("grep -v ',swing,' a.csv > b.csv"), 0);
  EXPECT_EQ(run("compare a.csv b.csv --fail-above 50% --junit j.xml --html c.html --markdown m.md"),
            1);
  EXPECT_TRUE(contains(out_, "2 only in the first, 2 equal")) << out_;
  EXPECT_TRUE(contains(content(directory_ / "j.xml"), "failures=\"2\""));
  EXPECT_TRUE(contains(content(directory_ / "m.md"), "| swing | 1 KiB |"));
  EXPECT_TRUE(contains(content(directory_ / "c.html"), "<td>swing</td>"));
  EXPECT_EQ(run("compare b.csv a.csv --fail-above 0%"), 0) << "what is new is not a regression";
}

TEST_F(Command, TablesOfComparisonsAreJsonToo) {
  ASSERT_EQ(run(std::string(kRuns) + "--json a.json --quiet"), 0) << err_;
  ASSERT_EQ(run(std::string(kRuns) + "--alpha 1us --json b.json --quiet"), 0) << err_;
  ASSERT_EQ(run("compare a.json b.json --json -"), 0) << err_;
  const auto compared = nlohmann::json::parse(out_);
  EXPECT_EQ(compared["differences"][0], "alpha 0ps -> 1us");
  EXPECT_EQ(compared["runs"].size(), 4U);
  EXPECT_EQ(compared["runs"][0]["bytes"], 1024);
  EXPECT_EQ(compared["runs"][0]["verdict"], "worse");
  EXPECT_NEAR(compared["runs"][0]["change"].get<double>(), 4.9682, 1e-4);
  ASSERT_EQ(run("study locality --ranks 4 --algorithm ring,swing --bytes 1KiB --json -"), 0)
      << err_;
  EXPECT_EQ(nlohmann::json::parse(out_)[0]["algorithm"], "ring");
  ASSERT_EQ(run("tree gather --sizes 2,2,1,0 --json t.json"), 0) << err_;
  EXPECT_TRUE(contains(out_, "rank")) << "the table, too";
  EXPECT_TRUE(nlohmann::json::accept(content(directory_ / "t.json")));
  ASSERT_EQ(run("study skips --topology full:8 --bytes 1KiB --json - --quiet"), 0) << err_;
  EXPECT_TRUE(nlohmann::json::parse(out_)[0]["time_s"].is_number()) << out_;
}

TEST_F(Command, PlotsMeasuredTimesWithoutNamesOfColumns) {
  for (const char* table :
       {"algorithm;ranks;bytes;time_s\nring;8;1024;1,5e-6\nring;8;2048;2e-6\n",
        "algorithm\tranks\tbytes\tmedian_s\nring\t8\t1024\t1.5e-6\nring\t8\t2048\t2e-6\n"}) {
    write("m.csv", table);
    EXPECT_EQ(run("plot m.csv -o m.svg"), 0) << table << err_;
  }
}

TEST_F(Command, ComparesRunsWithoutASweep) {
  ASSERT_EQ(run("run --ranks 4 --resume one.runs --json one.json --quiet"), 0) << err_;
  EXPECT_EQ(run("compare one.runs one.json --fail-above 0%"), 0) << err_;
  EXPECT_TRUE(contains(out_, "of 1 run: 1 equal")) << out_;
}

TEST_F(Command, ComparisonsRefuseDamagedResults) {
  ASSERT_EQ(run(std::string(kRuns) + "--resume a.runs --quiet"), 0) << err_;
  ASSERT_EQ(shell("sed 's/\"completion\":[0-9]/\"completion\":7/' a.runs > b.runs"), 0);
  EXPECT_EQ(run("compare a.runs b.runs"), 2) << out_;
  EXPECT_TRUE(contains(err_, "b.runs: line ")) << err_;
  EXPECT_TRUE(contains(err_, ": the line is damaged")) << err_;
}

TEST_F(Command, ComparisonsRefuseWhatHasNoResults) {
  ASSERT_EQ(run(std::string(kRuns) + "--csv a.csv --columns algorithm,rounds --quiet"), 0) << err_;
  ASSERT_EQ(shell("echo '{\"runs\": 3}' > b.json; echo '{' > c.json; echo 'a,b' > d.csv; "
                  "printf '# results of orrery, format 2\\n# swept = \\nabc\\n' > e.runs"),
            0);
  for (const char* bad : {"b.json", "c.json", "d.csv", "e.runs", "none.json", "."}) {
    EXPECT_EQ(run(fmt::format("compare {} a.csv --metric rounds", bad)), 2) << bad;
    EXPECT_TRUE(contains(err_, bad)) << err_;
  }
  EXPECT_EQ(run("compare a.csv a.csv"), 2);
  EXPECT_TRUE(contains(err_, "a.csv: has no completion_time_s")) << err_;
  EXPECT_EQ(run("compare a.csv a.csv --metric rounds --fail-above 2"), 2);
  EXPECT_EQ(run("compare a.csv a.csv --metric rouds"), 2);
  EXPECT_TRUE(contains(err_, "did you mean 'rounds'?")) << err_;
}

}  // namespace
}  // namespace orrery
