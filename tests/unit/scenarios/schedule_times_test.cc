// Tests measured schedules and the two parameters that predict them, against times computed from
// formulas.
#include "scenarios/run/score/schedule_times.h"

#include <fstream>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "scenarios/report/score/score_report.h"
#include "scenarios/run/load.h"
#include "scenarios/run/sizes/size_fit.h"
#include "scenarios/text/errors.h"
#include "tests/own_folder.h"
#include "tests/unit/scenarios/xml_texts.h"

namespace orrery {
namespace {

constexpr double kAlpha = 7.25e-6, kBandwidth = 40e9;

std::string file_with(const std::string& name, const std::string& text) {
  const std::string path = own_folder() / name;
  std::ofstream(path) << text;
  return path;
}

/// Returns the time of a ring: its allgather over p ranks takes p - 1 steps of B/p bytes, its
/// allreduce twice as many.
double ring_time(int p, int passes, double bytes) {
  return passes * (p - 1) * (kAlpha + bytes / p / kBandwidth);
}

std::string rows(const char* file, int p, int passes) {
  std::string text;
  for (std::int64_t bytes = 1024; bytes <= 64 << 20; bytes *= 16)
    text += fmt::format("{},{},{:.9f},1\n", file, bytes * p,
                        1e6 * ring_time(p, passes, static_cast<double>(bytes * p)));
  return text;
}

class MeasuredSchedules : public ::testing::Test {
 protected:
  MeasuredSchedules() {
    file_with("ag_ring_4.xml", testing::xml_text(testing::ring_allgather(4)));
    file_with("ar_ring_5.xml", testing::xml_text(testing::ring_allreduce(5)));
  }
  static std::vector<MeasuredSchedule> read(const std::string& lines) {
    return read_measured_schedules(
        file_with("measured.csv", "xml,bytes,measured_us,xml_applies\n" + lines));
  }
  static std::string folder() { return own_folder().string(); }
};

TEST_F(MeasuredSchedules, GiveAlphaAndBetaBackAndPredictTheOthers) {
  auto measured = read(rows("ar_ring_5.xml", 5, 2) + rows("ag_ring_4.xml", 4, 1));
  const NodeCosts costs = fit_and_predict(measured, folder(), "ar_*");
  EXPECT_NEAR(to_seconds(costs.alpha), kAlpha, 1e-3 * kAlpha);
  EXPECT_NEAR(costs.bandwidth.bytes_per_second, kBandwidth, 1e-3 * kBandwidth);
  for (const MeasuredSchedule& row : measured) {
    EXPECT_EQ(row.fitted, row.file.starts_with("ar"));
    ASSERT_TRUE(row.predicted) << row.reason;
    EXPECT_NEAR(*row.predicted, row.seconds, 2e-3 * row.seconds) << row.file << ' ' << row.line;
  }
}

/// Checks a fit without a file of a ring allreduce; the library's own ring was measured beside each
/// file.
TEST_F(MeasuredSchedules, AreFittedToRingAllreducesAlone) {
  std::string text = "xml,bytes,measured_us,coll,native_rccl_us\n";
  for (std::int64_t bytes = 4096; bytes <= 64 << 20; bytes *= 16)
    text += fmt::format("ag_ring_4.xml,{0},1,allgather,9\nall_ar_5.xml,{0},1,allreduce,{1:.9f}\n",
                        bytes * 5, 1e6 * ring_time(5, 2, static_cast<double>(bytes * 5)));
  file_with("all_ar_5.xml", testing::xml_text(testing::ring_allreduce(5)));
  auto measured = read_measured_schedules(file_with("native.csv", text));
  ASSERT_EQ(measured.size(), 12U);  // four sizes of two files and of the library's own
  const NodeCosts costs = fit_and_predict(measured, folder(), "");
  EXPECT_NEAR(to_seconds(costs.alpha), kAlpha, 1e-3 * kAlpha);
  EXPECT_NEAR(costs.bandwidth.bytes_per_second, kBandwidth, 1e-3 * kBandwidth);
  for (const MeasuredSchedule& row : measured)
    EXPECT_EQ(row.fitted, row.file == kNativeAllreduce) << row.file;
  auto with_file = read(rows("ar_ring_5.xml", 5, 2) + rows("ag_ring_4.xml", 4, 1));
  fit_and_predict(with_file, folder(), "");
  for (const MeasuredSchedule& row : with_file)
    EXPECT_EQ(row.fitted, row.file == "ar_ring_5.xml") << row.file;
}

TEST_F(MeasuredSchedules, SayWhyTheyAreLeftOut) {
  auto measured = read(rows("ag_ring_4.xml", 4, 1) +
                       "ag_ring_4.xml,4096,10,0\nnone.xml,4096,10,1\nag_ring_4.xml,4097,10,1\n");
  fit_and_predict(measured, folder(), "ag_ring*");
  const std::size_t n = measured.size();
  EXPECT_EQ(measured[n - 3].reason, "the library ran another algorithm");
  EXPECT_NE(measured[n - 2].reason.find("none.xml"), std::string::npos) << measured[n - 2].reason;
  EXPECT_EQ(measured[n - 1].reason, "4097 bytes do not divide evenly among 4 ranks");
  for (std::size_t i = n - 3; i < n; ++i) EXPECT_FALSE(measured[i].predicted || measured[i].fitted);
  const std::string text = schedule_times_text({Time(1), Bandwidth(1)}, measured);
  EXPECT_NE(text.find("1 left out: the library ran another algorithm\n"), std::string::npos)
      << text;
}

TEST_F(MeasuredSchedules, NeedRowsToFitOnAndNumbers) {
  auto measured = read(rows("ag_ring_4.xml", 4, 1));
  EXPECT_THROW(fit_and_predict(measured, folder(), "tree*"), InputError);
  EXPECT_THROW(read("ag_ring_4.xml,0,10,1\n"), InputError);
  EXPECT_THROW(read("ag_ring_4.xml,1024,nan,1\n"), InputError);
  EXPECT_THROW(read_measured_schedules(file_with("other.csv", "xml,bytes\na,1\n")), InputError);
}

TEST_F(MeasuredSchedules, SweepsOfASchedulePrintTheLineThroughItsSizes) {
  const Scenario scenario = load_scenario({}, {{"schedule", folder() + "/ar_ring_5.xml"},
                                               {"topology", "full:5"},
                                               {"algorithm", "ring"},
                                               {"alpha", "7250ns"},
                                               {"link_latency", "0s"},
                                               {"link_bandwidth", "320Gb/s"},
                                               {"bytes", "5KiB,80KiB,1280KiB,20MiB"}});
  const auto results = run_all(scenario.cells, 1);
  ASSERT_TRUE(runs_schedules(results));
  const auto fits = fits_over_sizes(results);
  ASSERT_EQ(fits.size(), 2U);  // the schedule and the algorithm beside it
  for (const SizeFit& f : fits) {
    EXPECT_EQ(f.sizes, 4);
    EXPECT_NEAR(f.fit.alpha, 8 * kAlpha, 1e-6 * kAlpha);
    EXPECT_NEAR(f.fit.beta, 8.0 / 5 / kBandwidth, 1e-6 / kBandwidth);
  }
}

}  // namespace
}  // namespace orrery
