// Tests `orrery run a.toml b.toml`, which writes one report of all scenarios.
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/unit/scenarios/command.h"

namespace orrery {
namespace {

using nlohmann::json;

class Several : public Command {
 protected:
  Several() {
    write("a.toml", "title = \"First\"\n[run]\nranks = [4, 8]\n[expect]\n\"4.rounds\" = 6\n");
    write("b.toml", "[run]\ncollective = \"broadcast\"\nranks = 5\n[expect]\nrounds = 4\n");
    write("wrong.toml", "[run]\nranks = 4\n[expect]\nrounds = 7\n");
  }
};

TEST_F(Several, OneReportSaysWhichFile) {
  ASSERT_EQ(run("run a.toml b.toml"), 0) << err_;
  EXPECT_TRUE(out_.starts_with("── a.toml ──\nFirst\n")) << out_;
  EXPECT_TRUE(contains(out_, "\n── b.toml ──\nb\n")) << out_;
  EXPECT_TRUE(contains(out_, "scenario  runs  failed  skipped  expectations  not checked\n"))
      << out_;
  EXPECT_TRUE(contains(out_, "a.toml       2       0        0  1 of 1 hold             0\n"))
      << out_;
}

TEST_F(Several, FilesAreOneDocument) {
  ASSERT_EQ(run("run a.toml wrong.toml b.toml --quiet --json r.json --csv r.csv --junit r.xml"), 1);
  EXPECT_TRUE(err_.starts_with("wrong.toml:4:")) << err_;
  const json all = json::parse(content(directory_ / "r.json"));
  ASSERT_EQ(all["runs"].size(), 4U);
  EXPECT_EQ(all["runs"][1]["scenario"], "a.toml");
  EXPECT_EQ(all["runs"][3]["scenario"], "b.toml");
  ASSERT_EQ(all["expectations"].size(), 3U);
  EXPECT_EQ(all["expectations"][1]["run"], 2);  // of all runs, not of its file's
  EXPECT_EQ(all["expectations"][1]["outcome"], "failed");
  EXPECT_EQ(all["expectations"][2]["run"], 3);
  const std::string csv = content(directory_ / "r.csv");
  EXPECT_EQ(count(csv, "\n"), 5);
  EXPECT_TRUE(contains(csv.substr(0, csv.find('\n')), ",scenario")) << csv;
  EXPECT_EQ(count(csv, ",a.toml\n"), 2);
  const std::string xml = content(directory_ / "r.xml");
  EXPECT_EQ(count(xml, "<testsuites>"), 1);
  EXPECT_TRUE(contains(xml, "<testsuite name=\"wrong.toml\" tests=\"2\" failures=\"1\"")) << xml;
}

TEST_F(Several, TheWorstExitCodeCounts) {
  write("deadlock.goal",
        "num_ranks 2\nrank 0 {\nl1: recv 8b from 1\nl2: send 8b to 1\nl2 requires l1\n}\n"
        "rank 1 {\nl1: recv 8b from 0\nl2: send 8b to 0\nl2 requires l1\n}\n");
  write("stuck.toml", "[run]\nschedule = \"deadlock.goal\"\n");
  EXPECT_EQ(run("run wrong.toml stuck.toml a.toml --quiet"), 3);
  EXPECT_TRUE(contains(err_, "stuck.toml: deadlock")) << err_;
  EXPECT_EQ(run("run a.toml wrong.toml --quiet"), 1);
  EXPECT_EQ(run("run a.toml missing.toml"), 2);
  EXPECT_EQ(out_, "");  // nothing has run
  EXPECT_EQ(run("run a.toml b.toml --root 4 --strict --quiet"), 2);
  EXPECT_EQ(err_.find("orrery: a.toml: --root: "), 0U) << err_;
}

TEST_F(Several, OptionsHoldForAll) {
  ASSERT_EQ(run("run a.toml b.toml --ranks 5 --json - --quiet --reproducible"), 0) << err_;
  const json all = json::parse(out_);
  for (const json& r : all["runs"]) EXPECT_EQ(r["ranks"], 5);
  EXPECT_TRUE(contains(err_, "a.toml:5:")) << err_;  // "4.rounds" names no cell any more
  EXPECT_EQ(run("run a.toml b.toml --ranks 5 --strict --quiet"), 1);
}

TEST_F(Several, StandardInputIsReadOnce) {
  ASSERT_EQ(run("run - b.toml --quiet --json - < a.toml"), 0) << err_;
  EXPECT_EQ(json::parse(out_)["runs"][0]["scenario"], "-");
  EXPECT_EQ(run("run - b.toml - < a.toml"), 2);
  EXPECT_EQ(err_, "orrery: standard input: is given twice; expected each scenario once\n");
  EXPECT_EQ(run("check - - < a.toml"), 2);
  EXPECT_EQ(run("run b.toml b.toml"), 2);
}

TEST_F(Several, ResumeKeepsAFileOfEach) {
  ASSERT_EQ(run("run a.toml b.toml --resume kept --quiet --reproducible --json one.json"), 0)
      << err_;
  EXPECT_TRUE(fs::exists(directory_ / "kept/a.toml.runs"));
  const auto before = content(directory_ / "kept/b.toml.runs");
  ASSERT_EQ(run("run a.toml b.toml --resume kept --quiet --reproducible --json two.json"), 0);
  EXPECT_EQ(content(directory_ / "kept/b.toml.runs"), before);
  EXPECT_EQ(content(directory_ / "one.json"), content(directory_ / "two.json"));
  EXPECT_EQ(run("run a.toml b.toml --resume a.toml"), 2);
  EXPECT_TRUE(contains(err_, "--resume: a.toml is not a directory")) << err_;
  EXPECT_EQ(run("run a.toml b.toml --shard 1/2 --resume kept"), 2);
  EXPECT_EQ(run("run a.toml b.toml --trace t"), 2);
}

TEST_F(Several, StoppedRunsAreTakenUpAgain) {
  write("long.toml", "[run]\nranks = 3000\nbytes = \"1MiB\"\nseed = \"1..2000+1\"\n");
  // a.toml takes milliseconds, long.toml hours.
  EXPECT_EQ(run_and_stop("run a.toml long.toml b.toml --quiet", 2, 2), 130);
  EXPECT_TRUE(contains(err_, "--resume orrery-run.parts")) << err_;
  EXPECT_TRUE(fs::exists(directory_ / "orrery-run.parts/a.toml.runs"));
}

TEST_F(Several, LinksAreOfAllRuns) {
  ASSERT_EQ(run("run a.toml b.toml --quiet --links links.csv"), 0) << err_;
  const std::string links = content(directory_ / "links.csv");
  EXPECT_TRUE(contains(links, "\n2,")) << links.substr(0, 300);  // the run of b.toml
}

}  // namespace
}  // namespace orrery
