// Tests the computations behind the rows on goodput.
#include "scenarios/reproduce/goodput.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace orrery {
namespace {

GoodputCurves curves_of_three_sizes() {
  GoodputCurves c("torus:8x8", "400Gb/s");
  constexpr int kOther[] = {11, 30, 15};
  for (std::int64_t i = 0; i < 3; ++i) {
    c.add("swing", 1024 << i, 10us);
    c.add("bucket", 1024 << i, kOther[i] * 1us);
  }
  return c;
}

TEST(Goodput, GainsAreSortedAndTakenAboveASize) {
  const GoodputCurves c = curves_of_three_sizes();
  const std::vector<double> all = c.sorted_gains(), above = c.sorted_gains(1024);
  ASSERT_EQ(all.size(), 3U);
  ASSERT_EQ(above.size(), 2U);
  EXPECT_NEAR(quantile(all, 0.5), 0.5, 1e-9);
  EXPECT_NEAR(quantile(above, 0.5), (0.5 + 2) / 2, 1e-9);
}

/// Returns curves of Swing and bucket for up to 512 MiB at 3.2 Tb/s on 8x8.
GoodputCurves fast_links(double alpha) {
  GoodputSweep sweep{"torus:8x8", {"swing", "bucket"}, 512 * kMiB, "3200Gb/s"};
  sweep.latencies =
      GoodputLatencies{fmt::format("{:.0f}ns", 1e9 * alpha), latencies_of("torus:8x8").links};
  return run_sweeps({}, {sweep}).front();
}

TEST(Goodput, SwingIsFasterAboveTheTurningAlphaOnly) {
  constexpr double kAlpha = 0.5e-6;
  constexpr int kMoreSteps = 28 - 12;
  const double turn = turning_alpha(fast_links(kAlpha), 512 * kMiB, kAlpha, kMoreSteps);
  EXPECT_GT(turn, kAlpha);
  EXPECT_LT(fast_links(0.99 * turn).gain(512 * kMiB), 0);
  EXPECT_GT(fast_links(1.01 * turn).gain(512 * kMiB), 0);
}

TEST(Goodput, LatenciesOfASweepReplaceThoseOfItsTopology) {
  GoodputSweep usual{"hammingmesh:2x2@2x2", {"swing", "bucket"}, 32};
  GoodputSweep common = usual;
  common.latencies = latencies_of("hyperx:4x4");
  const auto all = run_sweeps({}, {usual, common});
  EXPECT_EQ(all[0].topology(), "hammingmesh:2x2@2x2");
  EXPECT_EQ(all[1].topology(), "hammingmesh:2x2@2x2 with alpha 500ns and links 100ns");
  EXPECT_GT(*all[0].goodput_gbps("swing", 32), 1.5 * *all[1].goodput_gbps("swing", 32));
}

}  // namespace
}  // namespace orrery
