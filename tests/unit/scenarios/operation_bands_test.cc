// Tests statistics of operations over repeats in every output, against single runs.
#include <algorithm>
#include <cmath>
#include <sstream>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "emu/base/random.h"
#include "scenarios/report/export.h"
#include "scenarios/report/plot/csv.h"
#include "scenarios/run/load.h"
#include "scenarios/run/runner.h"

namespace orrery {
namespace {

/// Returns a scenario of two sizes, whose repeats differ by late ranks and noise.
std::string scenario_of(int repeats) {
  return fmt::format(R"toml([network]
topology = "torus:3x3"
link_bandwidth = "1GB/s"
link_latency = "100ns"
[cost]
alpha = "1us"
gamma = "1ns/B"
[run]
collective = "allreduce"
algorithm = "ring"
bytes = ["4KiB", "64KiB"]
[conditions]
arrival = "exponential(5us)"
noise = "exponential(2us)"
noise_period = "20us"
repeats = {}
[[operation]]
name = "rows"
among = "rows"
[[operation]]
name = "work"
compute = "30us"
after = "rows"
[[operation]]
name = "columns"
among = "columns"
after = "work"
)toml",
                     repeats);
}
const std::vector<std::string> kOperations{"rows", "work", "columns"};

/// Returns the seconds of an operation in each repeat, from separate runs.
std::vector<double> single_runs(const RunSpec& cell, std::size_t operation, int repeats) {
  std::vector<double> seconds;
  for (int i = 0; i < repeats; ++i) {
    RunSpec once = cell;
    once.conditions.repeats = 1;
    if (i > 0) once.seed = drawn(cell.seed, Purpose::kRepeat, static_cast<std::uint64_t>(i)) >> 1;
    const Metrics m = run_one(once).operations.at(operation).metrics;
    seconds.push_back(static_cast<double>(m.completion.count()) * 1e-12);
  }
  std::ranges::sort(seconds);
  return seconds;
}

/// Returns a quantile: the value at place 1 + q (n - 1) of n sorted values, interpolated between
/// its neighbours.
double quantile(const std::vector<double>& sorted, double q) {
  const double at = q * static_cast<double>(sorted.size() - 1), below = std::floor(at);
  const auto i = static_cast<std::size_t>(below);
  if (i + 1 == sorted.size()) return sorted[i];
  return (1 - (at - below)) * sorted[i] + (at - below) * sorted[i + 1];
}

constexpr double kRounding = 1e-12;  ///< seconds: to whole picoseconds

/// Returns results without the costs of the runs on this machine.
std::string measured_bands(std::vector<RunResult> results) {
  for (RunResult& r : results) r.effort.reset();
  return to_json(results);
}

class Bands : public ::testing::TestWithParam<int> {
 protected:
  const Scenario scenario_ = parse_scenario(scenario_of(GetParam()), "f.toml");
  const std::vector<RunResult> results_ = run_all(scenario_.cells, 1);

  /// Calls look(cell, name of the column, value) for every metric of every operation.
  template <class Look>
  void for_each_metric(Look look) const {
    for (std::size_t cell = 0; cell < scenario_.cells.size(); ++cell)
      for (std::size_t o = 0; o < kOperations.size(); ++o) {
        const auto sorted = single_runs(scenario_.cells[cell], o, GetParam());
        EXPECT_LT(sorted.front(), sorted.back());
        double sum = 0;
        for (const double s : sorted) sum += s;
        const auto name = [&](const char* metric) {
          return fmt::format("operation.{}.{}_time_s", kOperations[o], metric);
        };
        look(cell, name("median"), quantile(sorted, 0.5));
        look(cell, name("p10"), quantile(sorted, 0.1));
        look(cell, name("p90"), quantile(sorted, 0.9));
        look(cell, name("least"), sorted.front());
        look(cell, name("most"), sorted.back());
        look(cell, name("mean"), sum / static_cast<double>(sorted.size()));
      }
  }
  CsvTable csv() const {
    std::istringstream in(to_csv(results_));
    return read_csv(in, "r.csv");
  }
};

TEST_P(Bands, AreInCsv) {
  const CsvTable table = csv();
  ASSERT_EQ(table.rows.size(), 2U);
  for_each_metric([&](std::size_t cell, const std::string& name, double value) {
    EXPECT_NEAR(std::stod(table.rows[cell][table.column(name)]), value, kRounding) << name;
  });
}

TEST_P(Bands, AreInJson) {
  const auto runs = nlohmann::json::parse(to_json(results_)).at("runs");
  ASSERT_EQ(runs.size(), 2U);
  for_each_metric([&](std::size_t cell, const std::string& name, double value) {
    EXPECT_NEAR(runs[cell].at(name).get<double>(), value, kRounding) << name;
  });
}

/// Checks the drawing: the line through the medians, the band from the 10th to the 90th percentile.
TEST_P(Bands, AreInPlots) {
  for (std::size_t o = 0; o < kOperations.size(); ++o) {
    const std::string y = fmt::format("operation.{}.median_time_s", kOperations[o]);
    const Plot plot = plot_of(csv(), {.x = "bytes", .y = y, .by = {"algorithm"}});
    ASSERT_EQ(plot.series.size(), 1U);
    const Plot::Series& series = plot.series[0];
    ASSERT_EQ(series.points.size(), 2U);
    ASSERT_EQ(series.band.size(), 2U);
    for (std::size_t cell = 0; cell < 2; ++cell) {
      const auto sorted = single_runs(scenario_.cells[cell], o, GetParam());
      const auto bytes = static_cast<double>(scenario_.cells[cell].bytes.count());
      EXPECT_EQ(series.points[cell].first, bytes);
      EXPECT_NEAR(series.points[cell].second, quantile(sorted, 0.5), kRounding);
      EXPECT_EQ(series.band[cell][0], bytes);
      EXPECT_NEAR(series.band[cell][1], quantile(sorted, 0.1), kRounding);
      EXPECT_NEAR(series.band[cell][2], quantile(sorted, 0.9), kRounding);
    }
  }
}

/// Checks any number of simultaneous runs.
TEST_P(Bands, AreTheSameWithAnyJobs) {
  EXPECT_EQ(measured_bands(run_all(scenario_.cells, 3)), measured_bands(results_));
}

// Percentiles of eleven values are times of runs; those of eight or two values lie between them.
INSTANTIATE_TEST_SUITE_P(Repeats, Bands, ::testing::Values(2, 8, 11));

}  // namespace
}  // namespace orrery
