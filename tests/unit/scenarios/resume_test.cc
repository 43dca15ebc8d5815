#include <algorithm>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/unit/scenarios/command.h"

/// Tests sweeps that are stopped early, and sweeps that are divided into shards.
namespace orrery {
namespace {

class Resume : public Command {
 protected:
  Resume() {
    write("s.toml",
          "[run]\ncollective = 'allgather'\nalgorithm = ['bruck', 'ring', 'neighbor-exchange']\n"
          "ranks = [200, 201, 202, 203, 204, 205, 206]\nbytes = ['1B', '2B', '4B', '8B']\n"
          "payload = 'real'\nskip_unsupported = true\n[expect]\n\"bruck.200.1B.rounds\" = "
          "8\n\"ring.*.verified\" = "
          "true\n");
  }

  /// Starts a command, sends it a signal as soon as the file has `runs` runs, and returns its exit
  /// code, or 128 + the signal that ended it.
  int stop(const std::string& command, const std::string& file, int runs, int signal) {
    return shell(fmt::format(
        "'{}' {} > /dev/null & while kill -0 $! && ! [ \"$(grep -c -v '^#' {})\" -ge {} ]; "
        "do sleep 0.005; done 2> /dev/null; kill -{} $!; wait $!",
        ORRERY_COMMAND, command, file, runs, signal));
  }
  std::string undisturbed() {
    EXPECT_EQ(run("run s.toml --quiet --reproducible --json -"), 0) << err_;
    return out_;
  }

  const std::string sweep_ = "run s.toml --quiet --reproducible --json - ";
};

TEST_F(Resume, ARunThatIsKilledGoesOn) {
  EXPECT_EQ(stop(sweep_ + "--resume runs", "runs", 5, 9), 128 + 9);
  const std::string before = content(directory_ / "runs");
  EXPECT_EQ(run(sweep_ + "--resume runs --jobs 2"), 0) << err_;
  const std::string resumed = out_;
  const std::string after = content(directory_ / "runs");
  const std::string whole = before.substr(0, before.rfind('\n') + 1);
  EXPECT_TRUE(after.starts_with(whole));
  EXPECT_EQ(err_.empty(), whole == before) << err_;  // a line may have been cut off
  EXPECT_EQ(resumed, undisturbed());
  EXPECT_FALSE(contains(resumed, "stopped"));
  EXPECT_TRUE(contains(resumed, "\"wall_s\": null,"));
  EXPECT_TRUE(contains(resumed, "\"outcome\": \"skipped\""));
  // Nothing is left to be run.
  EXPECT_EQ(run(sweep_ + "--resume runs"), 0);
  EXPECT_EQ(out_, resumed);
  EXPECT_EQ(content(directory_ / "runs"), after);
}

TEST_F(Resume, ARunThatIsInterruptedSaysHowToGoOn) {
  EXPECT_EQ(stop(sweep_ + "--resume runs", "runs", 5, 15), 130);
  EXPECT_TRUE(contains(err_, "and are in runs: go on with the same command and --resume runs"))
      << err_;
  EXPECT_EQ(run(sweep_ + "--resume runs"), 0) << err_;
  const std::string resumed = out_;
  EXPECT_EQ(resumed, undisturbed());
}

TEST_F(Resume, WithoutAFileOneIsLeft) {
  EXPECT_EQ(run_and_stop(sweep_, 0.2, 15), 130);
  EXPECT_TRUE(contains(err_, "go on with the same command and --resume orrery-run.part")) << err_;
  EXPECT_EQ(run(sweep_ + "--resume orrery-run.part"), 0) << err_;
  const std::string resumed = out_;
  EXPECT_EQ(resumed, undisturbed());
}

/// Checks that a long run stops at once in every phase: setting up, running, filling, verifying. It may take 30 s
/// of processor time until then, and needs a second on an idle machine.
TEST_F(Resume, OneLongRunEndsAtTheFirstSignal) {
  for (const char* more :
       {"--ranks 5000", "--ranks 5000 --json x.json", "--ranks 5000 --trace t.jsonl",
        "--ranks 512 --payload provenance", "--ranks 512 --payload real"}) {
    EXPECT_EQ(run_and_stop(fmt::format("run --bytes 1MiB --quiet {}", more), 0.3, 15, 30), 130)
        << more;
    EXPECT_TRUE(contains(err_, "orrery: run: stopped")) << more << err_;
  }
  EXPECT_FALSE(fs::exists(directory_ / "t.jsonl"));
  EXPECT_EQ(files(), 2);  // the scenario and x.json
}

/// Checks that a sweep keeps finished runs and abandons the current one.
TEST_F(Resume, ASweepGivesUpTheRunUnderWay) {
  write("two.toml", "[run]\nranks = [4, 5000]\nbytes = \"1MiB\"\n");
  EXPECT_EQ(stop("run two.toml --resume runs --csv c.csv --columns ranks,outcome", "runs", 1, 15),
            130);
  EXPECT_TRUE(contains(err_, "stopped; 1 of 2 open runs were finished")) << err_;
  EXPECT_EQ(content(directory_ / "c.csv"), "ranks,outcome\n4,fine\n5000,not-run\n");
  EXPECT_FALSE(contains(out_, "5000")) << "what was not run is in no table: " << out_;
  EXPECT_EQ(shell("grep -c -v '^#' runs"), 0);
  EXPECT_EQ(out_, "1\n");
}

TEST_F(Resume, AMapThatIsStoppedGoesOn) {
  EXPECT_EQ(stop("map s.toml --resume runs", "runs", 5, 15), 130);
  EXPECT_TRUE(contains(err_, "--resume runs"));
  const std::string before = content(directory_ / "runs");
  EXPECT_EQ(run("map s.toml --resume runs --jobs 2 --quiet --csv -"), 0);
  const std::string resumed = out_;
  EXPECT_EQ(err_, "");
  const std::string after = content(directory_ / "runs");
  EXPECT_TRUE(after.starts_with(before));
  EXPECT_GT(after.size(), before.size());
  EXPECT_EQ(run("map s.toml --quiet --csv -"), 0);
  EXPECT_EQ(out_, resumed);
}

TEST_F(Resume, FailuresAreKept) {
  write("s.toml", "[run]\nranks = [4, 5]\n[expect]\n\"4.rounds\" = 7\n");
  EXPECT_EQ(run("run s.toml --resume runs --junit a.xml --reproducible"), 1);
  const std::string out = out_, err = err_;
  EXPECT_EQ(run("run s.toml --resume runs --junit b.xml --reproducible"), 1);
  EXPECT_EQ(out_, out);
  EXPECT_EQ(err_, err);
  EXPECT_EQ(content(directory_ / "a.xml"), content(directory_ / "b.xml"));
}

TEST_F(Resume, ShardsAreMerged) {
  for (const char* shard : {"1/3", "2/3", "3/3"}) {
    EXPECT_EQ(run(fmt::format("run s.toml --shard {} --resume {}.runs", shard, *shard)), 0);
    EXPECT_EQ(out_, "");
    EXPECT_TRUE(contains(err_, fmt::format("of shard {} are in {}.runs", shard, *shard))) << err_;
  }
  const std::string merge = "merge s.toml 3.runs 1.runs 2.runs ";
  EXPECT_EQ(run(merge + " --quiet --json - --csv m.csv --junit m.xml --reproducible"), 0);
  EXPECT_EQ(err_, "");
  const std::string merged = out_;
  EXPECT_EQ(merged, undisturbed());
  EXPECT_EQ(run(sweep_ + "--csv u.csv --junit u.xml"), 0);
  EXPECT_EQ(content(directory_ / "m.csv"), content(directory_ / "u.csv"));
  EXPECT_EQ(content(directory_ / "m.xml"), content(directory_ / "u.xml"));
  EXPECT_EQ(run(merge), 0);
  EXPECT_TRUE(contains(out_, "hold.")) << out_;
  EXPECT_EQ(run("merge s.toml 1.runs 3.runs "), 2);
  EXPECT_TRUE(contains(err_, "runs are missing in all files: ")) << err_;
  EXPECT_EQ(run(merge + " --payload ghost"), 2);
  EXPECT_TRUE(contains(err_, "differs in payload (real there, ghost here)")) << err_;
}

TEST_F(Resume, ShardsOfASweepDescribedByOptionsAreMerged) {
  for (const char* shard : {"1/2", "2/2"})
    EXPECT_EQ(run(fmt::format("run --ranks 4,8 --shard {} --resume {}.runs", shard, *shard)), 0);
  EXPECT_EQ(run("merge --ranks 4,8 1.runs 2.runs --csv m.csv --reproducible"), 0) << err_;
  EXPECT_EQ(run("run --ranks 4,8 --csv u.csv --reproducible"), 0);
  EXPECT_EQ(content(directory_ / "m.csv"), content(directory_ / "u.csv"));
}

TEST_F(Resume, WhatDoesNotGoTogetherIsRefused) {
  write("broken", "# results of orrery, format 2\nnonsense\n");
  const std::pair<const char*, const char*> bad[] = {
      {"run s.toml --shard 4/3 --resume r", "--shard: '4/3' is not a shard; expected I/N"},
      {"run s.toml --shard 1/3", "--shard: expected --resume FILE as well"},
      {"run s.toml --shard 1/3 --resume r --json -", "expected --json, --csv and --junit with"},
      {"run --ranks 4 --trace t --resume r", "--trace: a traced run cannot be resumed"},
      {"run s.toml --resume .", ".: cannot be written: Is a directory"},
      {"run s.toml --resume no/r", "no/r: cannot be written: No such file"},
      {"run s.toml --resume broken", "broken:2: is 'nonsense'; expected '# detail = full'"},
      {"merge s.toml", "files is missing; expected FILE ..."},
      {"merge s.toml nosuch", "nosuch: cannot be read: No such file"},
      {"merge s.toml .", ".: cannot be read: Is a directory"}};
  for (const auto& [arguments, message] : bad) {
    EXPECT_EQ(run(arguments), 2) << arguments;
    EXPECT_TRUE(contains(err_, message)) << err_;
  }
  EXPECT_EQ(files(), 2);
}

}  // namespace
}  // namespace orrery
