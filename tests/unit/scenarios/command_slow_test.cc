// Tests commands that take seconds: a sweep too long for a table, and the examples of all help
// texts.
#include <algorithm>
#include <iterator>

#include "tests/unit/scenarios/command.h"

namespace orrery {
namespace {

using CommandSlow = Command;

TEST_F(CommandSlow, SweepsTooLongForATableAreStreamed) {
  write("s.toml",
        "[run]\nranks = 2\nseed = '1..100001'\nbytes = '1B'\n[expect]\nmessages = "
        "2\n\"seed=100001.rounds\" = 3\n");
  EXPECT_EQ(run("run s.toml --csv s.csv --json s.json --junit s.xml --reproducible --jobs 2"), 1);
  EXPECT_TRUE(contains(out_, "100,001 of 100,001 runs. The table is left out")) << out_;
  EXPECT_TRUE(contains(out_, "Expectations: 100001 of 100002 hold.\n")) << out_;
  // A slow machine reports its progress once a minute before that.
  EXPECT_TRUE(
      err_.ends_with("s.toml:7: seed=100001.rounds: rounds is 2; expected 3 (seed 100001)\n"))
      << err_;
  const std::string csv = content(directory_ / "s.csv");
  EXPECT_EQ(std::ranges::count(csv, '\n'), 100002);
  EXPECT_TRUE(csv.starts_with("title,collective,"));
  EXPECT_TRUE(contains(content(directory_ / "s.xml"),
                       "tests=\"200003\" failures=\"1\" errors=\"0\" skipped=\"0\""));
  EXPECT_EQ(shell("python3 -c \"import json; d = json.load(open('s.json')); "
                  "print(len(d['runs']), len(d['expectations']), d['expectations'][-1]['run'], "
                  "d['runs'][-1]['seed'])\""),
            0);
  EXPECT_EQ(out_, "100001 100002 100000 100001\n");
}

/// Returns the examples of a help text, each a line of shell without its comment.
std::vector<std::string> examples_of(const std::string& help) {
  std::vector<std::string> found;
  const auto begin = help.find("\nExamples:\n");
  if (begin == help.npos) return found;
  std::istringstream lines(help.substr(begin + 11, help.find("\n\n", begin + 1) - begin - 11));
  bool goes_on = false;
  for (std::string line; std::getline(lines, line);) {
    line.erase(std::min(line.size(), line.find(" # ")));
    goes_on ? found.back() += '\n' + line : found.emplace_back(line);
    goes_on = line.ends_with('\\');
  }
  return found;
}

/// Returns whether an example measures this machine, computes for minutes, or needs a compiler (see
/// tests/plugin, tests/grade).
bool is_left_out(const std::string& example) {
  return contains(example, " bench") || contains(example, "cmake") ||
         contains(example, "--plugin") || contains(example, "orrery grade") ||
         contains(example, "--all --out") || example == "  orrery score" ||
         contains(example, "--alpha 300");
}

/// Checks that the examples of each help text run unchanged, one after the other in a folder that is empty at first.
/// One example of `reproduce` has rows that differ, as its comment says.
TEST_F(CommandSlow, ExamplesOfHelpRunAsTheyStand) {
  const std::string path =
      "export PATH='" + fs::path(ORRERY_COMMAND).parent_path().string() + "':$PATH\n";
  std::vector<std::string> names = commands();
  names.insert(names.end(), {"study locality", "study robustness", "study skips"});
  int count = 0;
  for (const std::string& name : names) {
    ASSERT_EQ(run(name + " --help"), 0);
    fs::remove_all(directory_);
    fs::create_directories(directory_);
    const std::vector<std::string> examples = examples_of(out_);
    EXPECT_TRUE(!examples.empty() || name == "reference") << name;
    for (const std::string& example : examples) {
      if (is_left_out(example)) continue;
      ++count;
      const int code = shell(path + example + " < /dev/null");
      EXPECT_TRUE(code == 0 || (code == 1 && contains(example, "torus:16x4x4"))) << example << '\n'
                                                                                 << err_;
    }
  }
  EXPECT_GT(count, 80);
}

}  // namespace
}  // namespace orrery
