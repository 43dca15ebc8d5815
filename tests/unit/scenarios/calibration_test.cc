// Tests lines fitted to measured times, the file with their costs, and scenarios that include it.
#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>
#include <string>
#include <unistd.h>
#include <vector>

#include <gtest/gtest.h>

#include "scenarios/run/calibration/cost_file.h"
#include "scenarios/run/load.h"
#include "scenarios/spec/scenario.h"

namespace orrery {
namespace {

constexpr std::int64_t kAny = std::numeric_limits<std::int64_t>::max();

/// Returns times of a line for sizes 1, 2, 4, ..., alternately too long and too short by a factor of
/// 1 + noise.
std::vector<Sample> samples_of(double alpha, double beta, int sizes, double noise = 0) {
  std::vector<Sample> samples;
  for (int i = 0; i < sizes; ++i) {
    const std::int64_t bytes = std::int64_t{1} << i;
    const double exact = alpha + beta * static_cast<double>(bytes);
    samples.push_back({bytes, exact * (i % 2 == 0 ? 1 + noise : 1 - noise)});
  }
  return samples;
}

TEST(FitLine, FindsAnExactLine) {
  const LineFit fit = fit_line(samples_of(2e-6, 3e-10, 20));
  EXPECT_NEAR(fit.alpha, 2e-6, 1e-15);
  EXPECT_NEAR(fit.beta, 3e-10, 1e-18);
  EXPECT_NEAR(fit.worst_error, 0, 1e-9);
}

TEST(FitLine, AThirdOfWildSamplesDoesNotMoveIt) {
  std::vector<Sample> samples = samples_of(2e-6, 3e-10, 21);
  for (std::size_t i = 1; i < samples.size(); i += 3) samples[i].seconds *= 1000;
  const LineFit fit = fit_line(samples);
  EXPECT_NEAR(fit.alpha, 2e-6, 1e-12);
  EXPECT_NEAR(fit.beta, 3e-10, 1e-16);
  EXPECT_NEAR(fit.median_error, 0, 1e-9);
  EXPECT_NEAR(fit.worst_error, 0.999, 1e-3);
}

/// Checks that small messages count, too; least squares would follow the large ones alone.
TEST(FitLine, SmallMessagesCountAsMuchAsLargeOnes) {
  const LineFit fit = fit_line(samples_of(1e-6, 1e-10, 24, 0.02));
  EXPECT_NEAR(fit.alpha, 1e-6, 0.03e-6);
  EXPECT_NEAR(fit.beta, 1e-10, 0.03e-10);
  EXPECT_LT(fit.worst_error, 0.05);
}

TEST(FitLine, NothingIsNegative) {
  const Sample falling[] = {{1, 5e-6}, {10, 4e-6}, {100, 3e-6}};
  EXPECT_EQ(fit_line(falling).beta, 0);
  const Sample steep[] = {{100, 1e-6}, {200, 4e-6}, {300, 9e-6}};
  EXPECT_GE(fit_line(steep).alpha, 0);
  const Sample one[] = {{8, 3e-6}};
  EXPECT_EQ(fit_line(one).at(8), 3e-6);
}

TEST(FitRanges, OneLineStaysOneRange) {
  const auto ranges = fit_ranges(samples_of(1e-6, 1e-10, 22, 0.02));
  ASSERT_EQ(ranges.size(), 1u);
  EXPECT_EQ(ranges[0].from, 0);
  EXPECT_EQ(ranges[0].to, kAny);
}

TEST(FitRanges, ProtocolsThatChangeMakeRanges) {
  std::vector<Sample> samples = samples_of(4e-7, 5e-11, 12);
  for (int i = 12; i < 23; ++i) {
    const std::int64_t bytes = std::int64_t{1} << i;
    samples.push_back({bytes, 3e-6 + 1e-10 * static_cast<double>(bytes)});
  }
  const auto ranges = fit_ranges(samples);
  ASSERT_EQ(ranges.size(), 2u);
  EXPECT_EQ(ranges[0].to, 4096);
  EXPECT_EQ(ranges[1].from, 4096);
  EXPECT_NEAR(ranges[0].fit.alpha, 4e-7, 1e-13);
  EXPECT_NEAR(ranges[1].fit.alpha, 3e-6, 1e-12);
  EXPECT_NEAR(ranges[1].fit.beta, 1e-10, 1e-16);
}

class CostFile : public ::testing::Test {
 protected:
  CostFile() { std::filesystem::create_directories(directory_); }
  ~CostFile() override { std::filesystem::remove_all(directory_); }
  void write(const std::string& name, const std::string& text) const {
    std::ofstream(directory_ / name) << text;
  }
  Scenario load(const std::string& text, const Overrides& overrides = {}) const {
    write("s.toml", text);
    return load_scenario(directory_ / "s.toml", overrides);
  }
  /// Returns an error without the directory.
  std::string error_of(const std::string& costs, const std::string& include = "costs.toml") const {
    write("costs.toml", costs);
    try {
      load("include = \"" + include + "\"\n[run]\nranks = 4\n");
      return "(accepted)";
    } catch (const InputError& e) {
      std::string text = e.what();
      const std::string prefix = directory_.string() + "/";
      for (std::size_t at; (at = text.find(prefix)) != std::string::npos;)
        text.erase(at, prefix.size());
      return text;
    }
  }

  const std::filesystem::path directory_ =
      std::filesystem::temp_directory_path() / ("orrery-costs-" + std::to_string(getpid()));
};

Calibration measured() {
  Calibration c;
  c.machine = "a machine";
  c.work = "sum of float";
  std::vector<Sample> between = samples_of(2e-6, 1e-10, 12);
  for (int i = 12; i < 20; ++i) {
    const std::int64_t bytes = std::int64_t{1} << i;
    between.push_back({bytes, 9e-6 + 5e-10 * static_cast<double>(bytes)});
  }
  c.between = fit_messages(between);
  c.within = fit_messages(samples_of(4e-7, 5e-11, 20));
  c.reductions = samples_of(1e-8, 2e-11, 20);
  c.reduction = fit_line(c.reductions);
  return c;
}

TEST_F(CostFile, GivesAScenarioItsCosts) {
  write("costs.toml", cost_file(measured()));
  const Scenario s = load("include = \"costs.toml@1KiB\"\n[run]\nranks = 4\n");
  const Costs& costs = s.cells.front().costs;
  EXPECT_EQ(costs.alpha, 2us);
  EXPECT_DOUBLE_EQ(costs.link(0).bandwidth.bytes_per_second, 1e10);
  EXPECT_EQ(costs.link(0).latency, 0ns);
  EXPECT_EQ(costs.host_alpha, 400ns);
  EXPECT_DOUBLE_EQ(costs.host_beta.ps, 50);
  EXPECT_DOUBLE_EQ(costs.gamma.ps, 20);
  EXPECT_EQ(load("include = \"costs.toml@64KiB\"\n[run]\nranks = 4\n").cells[0].costs.alpha, 9us);
  const Calibration c = measured();
  EXPECT_EQ(load("include = \"costs.toml\"\n[run]\nranks = 4\n").cells[0].costs.alpha.count(),
            std::llround(c.between.all.alpha * 1e12));
}

TEST_F(CostFile, WhatTheScenarioOrAnOptionSaysGoesBefore) {
  write("costs.toml", cost_file(measured()));
  write("others.toml", "[cost]\nalpha = \"7us\"\n");
  const std::string text =
      "include = \"costs.toml@1KiB\"\n[cost]\ngamma = \"1ps/B\"\n[run]\nranks = 4\n";
  EXPECT_DOUBLE_EQ(load(text).cells[0].costs.gamma.ps, 1);
  EXPECT_EQ(load(text).cells[0].costs.alpha, 2us);
  EXPECT_EQ(load(text, {{"alpha", "3us"}}).cells[0].costs.alpha, 3us);
  const Scenario other = load(text, {{"include", (directory_ / "others.toml").string()}});
  EXPECT_EQ(other.cells[0].costs.alpha, 7us);
  EXPECT_EQ(other.cells[0].costs.host_alpha, 0ns) << "what was included before is gone";
  EXPECT_DOUBLE_EQ(other.cells[0].costs.gamma.ps, 1);
}

TEST_F(CostFile, OneHostStandsForTheNetworkAsWell) {
  Calibration c = measured();
  c.between = {};
  write("costs.toml", cost_file(c));
  const Scenario s = load("include = \"costs.toml\"\n[run]\nranks = 4\n");
  EXPECT_EQ(s.cells[0].costs.alpha, 400ns);
  EXPECT_EQ(s.cells[0].costs.host_alpha, 400ns);
}

TEST_F(CostFile, DamageIsNamedWithItsPlace) {
  EXPECT_EQ(error_of("[cost]\nalpha = \"fast\"\n"),
            "costs.toml:2:9: cost.alpha: 'fast' is not a number with a unit; expected a time such "
            "as 500ns");
  EXPECT_EQ(error_of("[cost]\nalhpa = \"1us\"\n").substr(0, 43),
            "costs.toml:2:1: cost.alhpa: unknown key; [c");
  EXPECT_EQ(
      error_of("[run]\nbytes = \"1KiB\"\n"),
      "costs.toml:1:2: run: unknown in a file of costs; expected [network], [cost] or [[range]] "
      "(included at s.toml:1:11)");
  EXPECT_EQ(error_of("[cost]\nalpha = \"1us\nbeta").substr(0, 17), "costs.toml:2:13: ");
  EXPECT_EQ(error_of("[[range]]\nfrom = \"4KiB\"\nto = \"1KiB\"\n").substr(0, 37),
            "costs.toml:1:1: range: it holds no si");
  EXPECT_EQ(error_of("[[range]]\nfrom = \"0B\"\nalpha = \"1 fortnight\"\n").substr(0, 32),
            "costs.toml:3:9: range.alpha: '1 ");
  EXPECT_EQ(error_of("[[range]]\nfrom = \"4KiB\"\nalpha = \"1us\"\n", "costs.toml@1KiB"),
            "costs.toml: no [[range]] holds messages of 1KiB; there are 4KiB to any (included at "
            "s.toml:1:11)");
  EXPECT_EQ(error_of("", "costs.toml@fast").substr(0, 36), "s.toml:1:11: 'costs.toml@fast': 'fas");
  EXPECT_EQ(error_of("", "none.toml"),
            "none.toml: cannot be read: No such file or directory (included at s.toml:1:11)");
}

}  // namespace
}  // namespace orrery
