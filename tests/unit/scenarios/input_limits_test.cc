#include "tests/unit/scenarios/command.h"

/// Tests that files which are too deep, or name too large numbers, are refused with their place before they take
/// memory or time.
namespace orrery {
namespace {

std::string repeated(const std::string& text, int times) {
  std::string all;
  for (int i = 0; i < times; ++i) all += text;
  return all;
}

class InputLimits : public Command {
 protected:
  /// Expects exit code 2 and one line with `says`, in little time.
  void expect_refused(const std::string& scenario, const std::string& says) {
    write("a.toml", scenario);
    EXPECT_EQ(shell(fmt::format("ulimit -t 20; '{}' run a.toml", ORRERY_COMMAND)), 2)
        << scenario.substr(0, 200) << out_;
    EXPECT_TRUE(contains(err_, says)) << err_.substr(0, 400);
    EXPECT_LT(err_.size(), 2000U);
  }
};

TEST_F(InputLimits, KeysHaveSoManyParts) {
  expect_refused("x" + repeated(".x", 100'000) + " = 1\n",
                 "a.toml:1:128: a key has too many parts");
  expect_refused("[x" + repeated(".x", 100'000) + "]\n", "a.toml:1:129: a key has too many parts");
  expect_refused("a = {b = 1}\nx" + repeated(".\"x\"", 100'000) + " = 1\n", "a.toml:2:");
  for (const char* quotes : {"\"\"\"", "\'\'\'"})  // one more belongs to the text
    expect_refused(fmt::format("a = {{x = {0}y{0}{1}, b", quotes, quotes[0]) +
                       repeated(".b", 100'000) + " = 1}\n",
                   "a key has too many parts");
  expect_refused("[run]\nbytes = " + repeated("[", 100'000), "a.toml:2:");
  expect_refused("[run]\nbytes = " + repeated("{a=", 100'000), "a.toml:2:");
}

TEST_F(InputLimits, NumbersAndTextsWithPointsAreNoKeys) {
  write("a.toml", "title = '" + repeated("a.b", 300) + "'\n[run]\nranks = 4\nbytes = [" +
                      repeated("'1.5e3B', ", 100) + "]\n# " + repeated("x.", 300) + "\n");
  EXPECT_EQ(run("run a.toml --quiet"), 0) << err_;
}

TEST_F(InputLimits, NetworksAreOnlySoDeepAndSoLarge) {
  for (const char* part : {"nodes:1x1@", "nodes:2x2,nvswitch@", "torus:2x2+"})
    expect_refused("[network]\ntopology = \"" + repeated(part, 20'000) + "full:2\"\n",
                   "expected at most 1000");
  expect_refused("[network]\ntopology = \"fat-tree:2,2;1,1;1,2000000000\"\n", "8000000008 links");
  expect_refused("[network]\ntopology = \"clos:2,2,2,2000000000\"\n", "links; expected at most");
}

TEST_F(InputLimits, CompositionsAreOnlySoDeep) {
  expect_refused("[run]\nalgorithm = \"" + repeated("hierarchical(intra=", 20'000) + "\"\n",
                 "expected at most 1000");
}

/// Checks the limits of lists whose entries are compared in pairs.
TEST_F(InputLimits, ListsAreOnlySoLong) {
  expect_refused(repeated("[[operation]]\nname = \"o\"\n", 4097), "there are more than 4096");
  std::string attributes;
  for (int i = 0; i < 65; ++i) attributes += fmt::format(" a{}=\"\"", i);
  write("f.xml", "<algo" + attributes + "/>");
  EXPECT_EQ(run("check f.xml"), 2);
  EXPECT_TRUE(contains(out_, "more than 64 attributes")) << out_ << err_;
  write("f.json", "{\"gpus\": [], " + repeated("\"a\": 1, ", 2048) + "\"b\": 1}");
  EXPECT_EQ(run("check f.json"), 2);
  EXPECT_TRUE(contains(out_, "more than 2048 members")) << out_ << err_;
  write("f.toml", "hosts = [\"a\", \"b\"]\nlinks = [" +
                      repeated("{ends = [\"a\", \"b\"], count = 1024},", 1025) + "]\n");
  EXPECT_EQ(run("run --topology file:f.toml"), 2);
  EXPECT_TRUE(contains(err_, "more than 1048576 links")) << err_;
}

/// Checks that files of other programs are named, but not shown.
TEST_F(InputLimits, WhatAForeignFileHoldsIsNotShown) {
  write("secret", "root:x:0:0:secret\n");
  write("g.toml", "hosts = [\"a\", \"b\"]\nlinks = [[\"a\", \"b\"]]\nroutes = \"secret\"\n");
  for (const char* arguments :
       {"run --topology file:secret", "run --topology file:g.toml", "run --ranks 4 --resume secret",
        "plot secret --x a --y b -o x.svg", "score secret", "tree gather --sizes secret",
        "run --ranks 4 --include secret", "run secret", "merge lessons/swing secret"}) {
    EXPECT_EQ(run(arguments), 2) << arguments;
    EXPECT_FALSE(contains(out_ + err_, "root:x")) << arguments << err_;
  }
}

TEST_F(InputLimits, SpreadsheetsComputeNothing) {
  write("net.toml", "hosts = [\"=1+1\", \"-b\"]\nlinks = [[\"=1+1\", \"-b\"]]\n");
  const std::string line = "run --topology file:net.toml --quiet --links l.csv";
  ASSERT_EQ(run(line), 0) << err_;
  const std::string guarded = content(directory_ / "l.csv");
  EXPECT_TRUE(contains(guarded, ",'=1+1,") && contains(guarded, ",'-b,")) << guarded;
  ASSERT_EQ(run(line + " --csv-formulas"), 0) << err_;
  EXPECT_TRUE(contains(content(directory_ / "l.csv"), ",=1+1,"));
  write("t.csv", "a,b\n'=1+1,1\n'-b,2\n'quoted,3\n");
  ASSERT_EQ(run("plot t.csv --x a --y b -o t.svg"), 0) << err_;
}

TEST_F(InputLimits, AFolderThatWasRemovedIsToldSo) {
  for (const char* arguments : {"run --ranks 4 --json a.json", "export --ranks 4 -o a.goal"})
    EXPECT_EQ(shell(fmt::format("mkdir gone && cd gone && rmdir ../gone && '{}' {}", ORRERY_COMMAND,
                                arguments)),
              2)
        << err_;
}

TEST_F(InputLimits, ProcessorsAreTakenAwayOnlySoOften) {
  expect_refused(
      "[network]\ntopology = \"full:2\"\nranks_per_host = 4\ncores_per_host = 1\n"
      "[cost]\nalpha = \"1s\"\n[conditions]\ntime_slice = \"1ps\"\n",
      "expected longer time slices");
}

/// Checks names with escape sequences, bells, zero-width characters and the beginning of a script: no terminal
/// and no page gets them unchanged.
TEST_F(InputLimits, HostileNamesReachNoOutput) {
  write("net.toml",
        "hosts = [\"\\u001b[31m\", \"b\\u0007\\u202e\\u2028\\u00ad\\U000e0041\"]\n"
        "links = [[\"\\u001b[31m\", \"b\\u0007\\u202e\\u2028\\u00ad\\U000e0041\"]]\n");
  write("a.toml",
        "title = \"x<!--<script>alert(1)</script>\"\ndescription = \"\\u200b\"\n"
        "[network]\ntopology = \"file:net.toml\"\n");
  for (const char* arguments :
       {"run a.toml", "run a.toml --json -", "run a.toml --csv -", "run a.toml --links f.csv",
        "run a.toml --links f.json", "run a.toml --markdown f.md", "run a.toml --junit f.xml",
        "why a.toml", "export a.toml -o f.html", "export a.toml -o f.goal",
        "render a.toml --round 0 -o f.svg"}) {
    EXPECT_EQ(run(arguments), 0) << arguments << err_;
    std::string seen = out_ + err_, pages;
    for (const char* ending : {"csv", "json", "md", "xml", "html", "goal", "svg"}) {
      const fs::path file = directory_ / fmt::format("f.{}", ending);
      const std::string kind = ending;
      (kind == "html" || kind == "svg" || kind == "xml" ? pages : seen) += content(file);
      fs::remove(file);
    }
    for (const char* hostile : {"\x1b", "\a"})
      EXPECT_FALSE(contains(seen + pages, hostile)) << arguments << ": " << hostile;
    for (const char* invisible : {"\u202e", "\u200b", "\u2028", "\u00ad", "\U000e0041"})
      EXPECT_FALSE(contains(out_ + err_ + pages, invisible)) << arguments;
    EXPECT_FALSE(contains(pages, "<!--<script")) << arguments;
  }
}

}  // namespace
}  // namespace orrery
