// A sweep that is too long for a table.
#include <algorithm>

#include "tests/unit/scenarios/command.h"

namespace orrery {
namespace {

using CommandSlow = Command;

TEST_F(CommandSlow, SweepsTooLongForATableAreStreamed) {
  write("s.toml",
        "[run]\nranks = 2\nseed = '1..100001'\nbytes = '1B'\n[expect]\nmessages = "
        "2\n\"seed=100001.rounds\" = 3\n");
  EXPECT_EQ(run("run s.toml --csv s.csv --json s.json --junit s.xml --reproducible --jobs 2"), 1);
  EXPECT_TRUE(contains(out_, "100,001 of 100,001 runs. There is no table")) << out_;
  EXPECT_TRUE(contains(out_, "Expectations: 100001 of 100002 hold.\n")) << out_;
  // A slow machine says once a minute how far it is before that.
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

}  // namespace
}  // namespace orrery
