// Tests the command with noise, stragglers and faults.
#include <gtest/gtest.h>

#include "tests/unit/scenarios/command.h"

namespace orrery {
namespace {

const std::string kSmall =
    "--collective allreduce --topology torus:4 --bytes 4MB --ports unlimited ";
const std::string kLate =
    "--topology torus:4 --algorithm ring,recursive-doubling --bytes 1KiB,64KiB --alpha 1us "
    "--arrival 'exponential(20us)' ";

/// Checks the busiest link of a ring with a quarter of its bandwidth: the bytes take four times as long.
TEST_F(Command, RobustnessSaysByHowMuchTimesGrow) {
  EXPECT_EQ(run("study robustness " + kSmall +
                "--algorithm ring --link busiest --slowdowns 4 "
                "--link-latency 0ns --csv - -o growth.svg"),
            0)
      << err_;
  EXPECT_TRUE(contains(out_, "slow,slowdown,outcome,time_s,growth\n")) << out_;
  EXPECT_TRUE(contains(out_, ",1,fine,0.000120000000,1\n")) << out_;
  EXPECT_TRUE(contains(out_, ",4,fine,0.000480000000,4\n")) << out_;
  EXPECT_TRUE(contains(out_, ",failed,fine,0.000120000000,1\n")) << out_;
  EXPECT_TRUE(contains(content(directory_ / "growth.svg"), "<svg"));
  EXPECT_EQ(run("study robustness " + kSmall + "--alpha 1us --rank 2"), 0) << err_;
  EXPECT_TRUE(contains(out_, "rank 2")) << out_;
  EXPECT_TRUE(contains(out_, "Least growth with a rank 8 times as slow: ")) << out_;
}

/// Checks that no algorithm is the most robust if processors have no costs, since a slow rank is then as
/// fast as the others.
TEST_F(Command, RobustnessSaysWhereNothingGrows) {
  EXPECT_EQ(run("study robustness " + kSmall + "--rank 2"), 0) << err_;
  EXPECT_TRUE(contains(out_, "Nothing grows with a rank 8 times as slow: ")) << out_;
  EXPECT_FALSE(contains(out_, "Least growth")) << out_;
}

TEST_F(Command, RobustnessRefusesWhatThereIsNot) {
  EXPECT_EQ(run("study robustness " + kSmall + "--rank 9"), 2);
  EXPECT_TRUE(contains(err_, "9 is not a rank; expected 0 to 3")) << err_;
  EXPECT_EQ(run("study robustness " + kSmall + "--link 0-2"), 2);
  EXPECT_TRUE(contains(err_, "torus:4 has no link 0-2")) << err_;
  EXPECT_EQ(run("study robustness " + kSmall + "--slowdowns 0.5"), 2);
  EXPECT_TRUE(contains(err_, "--slowdowns: '0.5' is not a valid factor")) << err_;
  EXPECT_EQ(run("study robustness " + kSmall + "--rank 1 --link 0-1"), 2);
  EXPECT_EQ(run("study robustness"), 2);
}

TEST_F(Command, MapsCompareByAStatistic) {
  EXPECT_EQ(run("map " + kLate + "--repeats 5 --statistic p90 --csv -"), 0) << err_;
  const std::string p90 = out_;
  EXPECT_EQ(run("map " + kLate + "--repeats 5 --csv -"), 0) << err_;
  EXPECT_NE(out_, p90);
  EXPECT_EQ(run("map " + kLate + "--repeats 5 --statistic p90"), 0) << err_;
  EXPECT_TRUE(contains(out_, "Compared: 90th percentile of times of repeats.")) << out_;
  EXPECT_EQ(run("map " + kLate + "--repeats 5"), 0) << err_;
  EXPECT_TRUE(contains(out_, "Compared: median of times of repeats.")) << out_;
  EXPECT_EQ(run("map " + kLate), 0) << err_;
  EXPECT_FALSE(contains(out_, "Compared")) << out_;
  EXPECT_EQ(run("map " + kLate + "--statistic p90"), 2);
  EXPECT_TRUE(contains(err_, "--statistic: a single run has no 90th percentile")) << err_;
  EXPECT_EQ(run("map " + kLate + "--repeats 5 --statistic p9"), 2);
  EXPECT_TRUE(contains(err_, "did you mean 'p90'?")) << err_;
}

TEST_F(Command, ChartsOfRepeatsHaveBands) {
  EXPECT_EQ(run("run " + kLate + "--repeats 5 --jobs 2 --csv r.csv --quiet"), 0) << err_;
  const std::string plot = "plot r.csv --x bytes --by algorithm --logx -o ";
  EXPECT_EQ(run(plot + "with.svg --y median_time_s"), 0) << err_;
  EXPECT_EQ(run(plot + "without.svg --y p90_time_s"), 0) << err_;
  EXPECT_TRUE(contains(content(directory_ / "with.svg"), "fill-opacity=\"0.17"));
  EXPECT_FALSE(contains(content(directory_ / "without.svg"), "fill-opacity=\"0.17"));
}

TEST_F(Command, WhyCountsAbsencesAsNoise) {
  EXPECT_EQ(run("why --ranks 2 --algorithm ring --bytes 1KiB --arrival 1=20us"), 0) << err_;
  EXPECT_TRUE(contains(out_, "ranks that were late, or preempted")) << out_;
}

}  // namespace
}  // namespace orrery
