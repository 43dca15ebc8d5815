// Tests common habits of commands: help, version, pipes, devices, terminals.
#include <algorithm>
#include <chrono>
#include <regex>
#include <string>
#include <thread>
#include <unistd.h>

#include <gtest/gtest.h>

#include "scenarios/commands/orrery/line/progress.h"
#include "tests/unit/scenarios/command.h"

namespace orrery {
namespace {

using Habits = Command;

TEST_F(Habits, VersionAndHelpByTheirOtherNames) {
  EXPECT_EQ(run("-V"), 0);
  EXPECT_TRUE(out_.starts_with("orrery ")) << out_;
  for (const char* pair : {"help|--help", "help run|run --help", "help merge|merge --help"}) {
    const std::string both = pair;
    EXPECT_EQ(run(both.substr(0, both.find('|'))), 0);
    const std::string help = out_;
    EXPECT_EQ(run(both.substr(both.find('|') + 1)), 0);
    EXPECT_EQ(help, out_);
  }
  EXPECT_EQ(run("help rnu"), 2);
  EXPECT_TRUE(contains(err_, "'rnu' is unknown")) << err_;
}

TEST_F(Habits, HintsCompleteWhatWasBegun) {
  EXPECT_EQ(run("run --alg ring"), 2);
  EXPECT_TRUE(contains(err_, "did you mean '--algorithm'?")) << err_;
  EXPECT_EQ(run("run --hepl"), 2);
  EXPECT_TRUE(contains(err_, "did you mean '--help'?")) << err_;
}

TEST_F(Habits, ADashIsStandardInput) {
  write("s.toml", "[run]\nranks = 4\n");
  ASSERT_EQ(run("run - --json - < s.toml"), 0) << err_;
  EXPECT_TRUE(contains(out_, "\"ranks\": 4,"));
  EXPECT_EQ(run("check - < s.toml"), 0);
  EXPECT_EQ(out_, "-: fine, 1 run, 0 expectations\n");
  write("bad.toml", "[run]\nranks = 4\nrnaks = 5\n");
  EXPECT_EQ(run("check - < bad.toml"), 2);
  EXPECT_TRUE(err_.starts_with("orrery: standard input:3:1: ")) << err_;
  EXPECT_EQ(run("run - < /dev/zero"), 2);
  EXPECT_TRUE(contains(err_, "standard input: larger than 16 MiB")) << err_;
}

TEST_F(Habits, EndlessFilesEnd) {
  std::filesystem::create_symlink("/dev/zero", directory_ / "zero.csv");
  for (const char* arguments :
       {"run --schedule /dev/zero --topology full:4", "run --ranks 4 --resume /dev/zero",
        "run --ranks 4 --mapping file:/dev/zero", "run --topology file:/dev/zero",
        "run --topology groups:zero.csv", "run /dev/zero", "plot /dev/zero --x a --y b -o p.png",
        "merge /dev/zero /dev/zero"}) {
    EXPECT_EQ(shell(with_memory_of(4000000) + "'" + ORRERY_COMMAND + "' " + arguments), 2)
        << arguments << ": " << err_;
    EXPECT_LT(err_.size(), 400U) << arguments;
    EXPECT_FALSE(contains(err_, "not enough memory")) << arguments;
  }
}

TEST_F(Habits, OutputsMayBeDevicesAndPipes) {
  ASSERT_EQ(run("run --ranks 2 --trace /dev/stdout --quiet | head -c 9"), 0);
  EXPECT_EQ(out_, "{\"event\":") << err_;
  ASSERT_EQ(run("run --ranks 2 --quiet --json /dev/stdout --trace - | tail -n 2"), 0);
  EXPECT_TRUE(contains(out_, "}")) << err_;
  EXPECT_EQ(run("run --ranks 2 --quiet --json /dev/null --csv /dev/null"), 2);  // the same twice
  EXPECT_EQ(run("run --ranks 2 --quiet --json /dev/null"), 0) << err_;
  ASSERT_EQ(shell(std::string("mkfifo f; cat f > copy & '") + ORRERY_COMMAND +
                  "' run --ranks 2 --quiet --csv f; wait"),
            0);
  EXPECT_TRUE(content(directory_ / "copy").starts_with("title,")) << err_;
  EXPECT_EQ(run("run --ranks 2 --quiet --json /dev/full"), 2);
}

/// Checks that text from files, options and results does nothing to the terminal.
TEST_F(Habits, UntrustedTextsMoveNoCursor) {
  const auto quiet = [](const std::string& text) {
    return std::ranges::none_of(
        text, [](char c) { return (c >= 0 && c < ' ' && c != '\n' && c != '\t') || c == 0x7f; });
  };
  write("s.toml", "title = 'red'\n[run]\nranks = 4\nalgorithm = \"\\u001b[2Jx\"\n");
  EXPECT_EQ(run("run s.toml"), 2);
  EXPECT_TRUE(contains(err_, "no algorithm '?[2Jx'")) << err_;
  write("s.toml",
        "title = \"\\u001b[31mr\\u009bed\"\ndescription = \"\\u0007d\"\n[run]\nranks = 4\n");
  EXPECT_EQ(run("run s.toml"), 0) << err_;
  EXPECT_TRUE(out_.starts_with("?[31mr??ed\n")) << out_;
  EXPECT_TRUE(quiet(out_)) << out_;
  for (const char* option : {"'--\x1b[2J'", "--ranks '\x1b[2J4'"}) {
    EXPECT_EQ(run(std::string("run ") + option), 2);
    EXPECT_TRUE(quiet(err_)) << err_;
  }
  write("noise", std::string(2000, '\x1b') + "\xff\n");
  EXPECT_EQ(run("run --ranks 4,8 --resume noise"), 2);
  EXPECT_TRUE(quiet(err_)) << err_;
  EXPECT_LT(err_.size(), 500U) << err_;
}

TEST_F(Habits, LinksToNowhereAreFollowed) {
  ASSERT_EQ(shell(std::string("mkdir d && ln -s d/new.json link && '") + ORRERY_COMMAND +
                  "' run --ranks 2 --quiet --json link"),
            0)
      << err_;
  EXPECT_TRUE(fs::is_symlink(directory_ / "link"));
  EXPECT_TRUE(content(directory_ / "d/new.json").starts_with("{")) << err_;
}

TEST_F(Habits, WhatCannotBeReachedIsNotMissing) {
  EXPECT_EQ(shell(std::string("ln -s loop loop; '") + ORRERY_COMMAND + "' run loop/s.toml"), 2);
  EXPECT_EQ(err_, "orrery: loop/s.toml: cannot be read: Too many levels of symbolic links\n");
  EXPECT_EQ(run("run no/s.toml"), 2);
  EXPECT_TRUE(contains(err_, "No such file")) << err_;
}

/// Checks that a file behind a forbidden folder is bad input. Root may enter all folders, but even
/// root cannot follow a loop of links.
TEST_F(Habits, FilesOutOfReachAreBadInput) {
  fs::create_symlink("loop", directory_ / "loop");
  for (const char* arguments :
       {"run --topology file:loop/x", "run --schedule loop/x", "run --ranks 4 --include loop/x",
        "run --ranks 4 --mapping file:loop/x", "plot loop/x --x a --y b -o p.png",
        "tree gather --sizes file:loop/x", "tree gather --ranks 4 --costs file:loop/x"}) {
    EXPECT_EQ(run(arguments), 2) << arguments << ": " << err_;
    EXPECT_FALSE(contains(err_, "internal error")) << err_;
  }
}

TEST_F(Habits, AnEmptyValueIsNamedByItsOption) {
  for (const char* arguments :
       {"run ''", "run --include ''", "run --ranks 4 --mapping ''", "run --plugin ''", "check ''",
        "run --ranks ''", "run --ranks 4 --resume ''", "verify --plugin ''", "schedule ''",
        "plot '' --x a --y b -o p.png", "merge '' x.runs", "tree ''", "map --csv ''"}) {
    EXPECT_EQ(run(arguments), 2) << arguments;
    EXPECT_TRUE(contains(err_, ": the value is empty\n")) << arguments << ": " << err_;
    EXPECT_FALSE(contains(err_, ": : ")) << err_;
  }
}

TEST_F(Habits, MessagesOfValues) {
  EXPECT_EQ(run("run --ranks 2 --bytes 1e-18B"), 2);
  EXPECT_EQ(
      err_,
      "orrery: --bytes: '1e-18B' is not a whole number of bytes; expected a size such as 2MiB\n");
  EXPECT_EQ(run("run --ranks 2 --bytes 1K"), 2);
  EXPECT_EQ(err_,
            "orrery: --bytes: '1K' is ambiguous; expected 1KiB (1024-fold, as in OSU's "
            "benchmarks and "
            "nccl-tests) or 1kB (1000-fold)\n");
  EXPECT_EQ(run("run --topology 'fat-tree:4,4;1'"), 2);
  EXPECT_TRUE(contains(err_, "fat-tree:4,4;1 has 2 numbers of children and 1 numbers of parents"))
      << err_;
  EXPECT_EQ(run("run --topology 'fat-tree:4,4;1,2,star:4' --ranks 4 --csv - --quiet"), 0) << err_;
  EXPECT_TRUE(contains(out_, "\"fat-tree:4,4;1,2\"")) << out_;
}

TEST_F(Habits, ReproduceTriesItsOutputFirst) {
  write("file", "");
  EXPECT_EQ(run("reproduce paper1-tables paper3-order --out file"), 2);
  EXPECT_EQ(out_, "") << "nothing was computed";
  EXPECT_TRUE(contains(err_, "--out")) << err_;
}

TEST_F(Habits, MapKnowsBeforeItsRunsWhetherTheyMakeRules) {
  EXPECT_EQ(run("map --ranks 4 --root 0,1 --collective broadcast --algorithm linear,binomial "
                "--rules r.txt --resume m.runs"),
            2);
  EXPECT_TRUE(contains(err_, "--rules: the map is over root")) << err_;
  EXPECT_FALSE(fs::exists(directory_ / "m.runs"));
}

TEST_F(Habits, MapComparesAllAlgorithmsUnlessSomeAreGiven) {
  const std::string map =
      "map --topology torus:3x3 --collective allgather --bytes 9B,1MiB --json -";
  ASSERT_EQ(run(map), 0) << err_;
  const std::string unasked = out_;
  ASSERT_EQ(run(map + " --algorithm all"), 0) << err_;
  EXPECT_EQ(unasked, out_);
  EXPECT_EQ(run(map + " --algorithm ring"), 2);
  EXPECT_TRUE(contains(err_, "only one algorithm")) << err_;
  write("s.toml", "[run]\nalgorithm = [\"ring\", \"bruck\"]\ncollective = \"allgather\"\n");
  ASSERT_EQ(run("map s.toml --ranks 3,4 --csv -"), 0) << err_;
  EXPECT_FALSE(contains(out_, "swing")) << out_;
  write("open.toml", "[network]\ntopology = \"torus:3x3\"\n[run]\ncollective = \"allgather\"\n");
  ASSERT_EQ(run("map open.toml --bytes 9B,1MiB --csv -"), 0) << err_;
  EXPECT_TRUE(contains(out_, "swing")) << out_;
}

TEST_F(Habits, MapComparesASchedulesPlanWithAllAlgorithms) {
  ASSERT_EQ(run("export --ranks 4 --algorithm ring --format msccl-xml -o r.xml"), 0) << err_;
  ASSERT_EQ(run("map --schedule r.xml --bytes 1KiB,1MiB --alpha 1us --csv -"), 0) << err_;
  for (const char* algorithm : {",task-graph_time_s", ",swing_time_s"})
    EXPECT_TRUE(contains(out_, algorithm)) << out_;
  ASSERT_EQ(run("export --ranks 4 --algorithm ring --format goal -o r.goal"), 0) << err_;
  EXPECT_EQ(run("map --schedule r.goal --bytes 1KiB,1MiB"), 2);
  EXPECT_TRUE(contains(err_, "has no algorithms to compare")) << err_;
  EXPECT_EQ(run("map --schedule r.goal --bytes 1KiB,1MiB --algorithm ring,swing"), 2);
  EXPECT_TRUE(contains(err_, "map: no algorithm can run: schedule has no algorithm 'ring'"))
      << err_;
}

TEST_F(Habits, StylesAreRefusedBeforeTheRuns) {
  EXPECT_EQ(run("run --ranks 4,5 --collective scan --style nccl-tests --resume r.runs"), 2);
  EXPECT_TRUE(contains(err_, "--style: nccl-tests has no scan")) << err_;
  EXPECT_EQ(run("run ci/operations ci/levels --style osu --resume runs"), 2);
  EXPECT_TRUE(contains(err_, "--style: benchmarks have no runs of several operations")) << err_;
  EXPECT_EQ(files(), 0) << "nothing was run";
  ASSERT_EQ(run("run ci/operations --resume o.runs --quiet"), 0) << err_;
  EXPECT_EQ(run("merge ci/operations o.runs --style osu"), 2);
  EXPECT_TRUE(contains(err_, "--style: benchmarks have no runs of several operations")) << err_;
}

TEST_F(Habits, ARefusedResumeNamesWhatTheFileKeeps) {
  const std::string sweep = " --ranks 4,5 --algorithm ring,circulant --resume r.runs --quiet";
  ASSERT_EQ(run("run" + sweep), 0) << err_;
  EXPECT_EQ(run("map" + sweep), 2);
  EXPECT_TRUE(contains(err_, "the metrics that it keeps (all there, only times here)")) << err_;
}

/// Checks colours; `script` gives the command a terminal.
TEST_F(Habits, ColoursOnlyWhereTheyAreWanted) {
  if (shell("command -v script") != 0) GTEST_SKIP() << "there is no script(1)";
  const std::string map = std::string("script -qec \"'") + ORRERY_COMMAND +
                          "' map --collective allgather --algorithm ring,bruck --ranks 4,8 "
                          "--bytes 1KiB,64KiB\" /dev/null";
  EXPECT_EQ(shell("unset NO_COLOR; TERM=xterm " + map), 0);
  EXPECT_TRUE(contains(out_, "\033[48;5;")) << out_;
  EXPECT_EQ(shell("NO_COLOR=1 TERM=xterm " + map), 0);
  EXPECT_FALSE(contains(out_, "\033[48")) << out_;
  EXPECT_EQ(shell("unset NO_COLOR; TERM=dumb " + map), 0);
  EXPECT_FALSE(contains(out_, "\033")) << out_;
  EXPECT_EQ(shell("NO_COLOR= TERM=xterm " + map), 0);  // empty: not said
  EXPECT_TRUE(contains(out_, "\033[48;5;"));
}

/// Returns the text written so far to stderr, which is captured in a file.
std::string captured_so_far() {
  std::string text(1 << 16, '\0');
  const ssize_t size = pread(STDERR_FILENO, text.data(), text.size(), 0);
  text.resize(static_cast<std::size_t>(std::max<ssize_t>(size, 0)));
  return text;
}

/// Returns the lines of a command that runs until `expected` has been printed twice.
std::string lines_of_progress(std::size_t total, std::size_t done, const std::string& expected) {
  ::testing::internal::CaptureStderr();
  {
    Progress progress(total, true, std::chrono::milliseconds(5));
    progress.show(done);
    while (count(captured_so_far(), expected) < 2)
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return ::testing::internal::GetCapturedStderr();
}

TEST(Progress, LogsGetALineNowAndThen) {
  const std::string lines = lines_of_progress(40, 10, "\norrery: 10 of 40 runs in ");
  EXPECT_TRUE(std::regex_search(lines, std::regex("\norrery: 10 of 40 runs in [0-9]+ s  [0-9.]+ "
                                                  "runs/s  [0-9]+ (s|min [0-9]+ s) left\n")))
      << lines;
  EXPECT_FALSE(contains(lines, "\033"));
  const std::string single = lines_of_progress(1, 0, "orrery: running, ");
  EXPECT_TRUE(std::regex_search(single, std::regex("^orrery: running, [0-9]+ s\n"))) << single;
}

TEST(Progress, SaysNothingWhereItIsNotWanted) {
  ::testing::internal::CaptureStderr();
  {
    Progress progress(40, false, std::chrono::milliseconds(5));
    progress.show(10);
    std::this_thread::sleep_for(std::chrono::milliseconds(50));  // on a busy machine: less is seen
  }
  EXPECT_EQ(::testing::internal::GetCapturedStderr(), "");
}

}  // namespace
}  // namespace orrery
