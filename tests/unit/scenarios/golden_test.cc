#include <filesystem>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "scenarios/report/report.h"
#include "scenarios/run/expect.h"
#include "scenarios/run/load.h"
#include "scenarios/run/metrics/fields.h"
#include "scenarios/run/runner.h"
#include "scenarios/text/scenario_library.h"
#include "tests/golden_file.h"

/// Tests that every built-in scenario runs, meets its expectations, and gives the same results as
/// before. The results are in tests/golden/scenarios; after an intended change, run this test once
/// with ORRERY_UPDATE_GOLDEN=1 and read the difference.
namespace orrery {
namespace {

namespace fs = std::filesystem;

/// Returns one line for each field of each run, except fields that differ from run to run.
std::string text_of_results(const std::vector<RunResult>& results) {
  std::string text;
  for (const RunResult& r : results) {
    text += fmt::format("[{}]\n", cell_name(r.spec));
    for (const char* name : {"completion_time_s", "uncontended_time_s", "goodput_bps", "rounds",
                             "messages", "bytes_total", "bytes_max_rank", "max_link_bytes",
                             "lambda", "psi", "xi", "verified", "error"})
      text += fmt::format("{} = {}\n", name, json_token(find_field(name)->get(r)));
  }
  return text;
}

fs::path golden_path(const fs::path& name) {
  return fs::path(ORRERY_GOLDEN_DIR) / name;
}

class BuiltIn : public ::testing::TestWithParam<fs::path> {};

TEST_P(BuiltIn, KeepsItsPromisesAndItsResults) {
  const Scenario s = load_scenario(scenario_directory() / GetParam());
  EXPECT_FALSE(s.title.empty());
  EXPECT_FALSE(s.description.empty());
  EXPECT_FALSE(s.expectations.empty());
  const auto results = run_all(s.cells, 2);
  const auto checks = check_expectations(s, results);
  EXPECT_EQ(failures(results, checks), "");
  compare_with_golden(golden_path(GetParam()).replace_extension(".txt"), text_of_results(results));
}

std::string test_name(const ::testing::TestParamInfo<fs::path>& info) {
  std::string name = fs::path(info.param).replace_extension().string();
  for (char& c : name)
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  return name;
}

INSTANTIATE_TEST_SUITE_P(Scenarios, BuiltIn, ::testing::ValuesIn(built_in_scenarios()), test_name);

TEST(Golden, ReportOfTheFirstLesson) {
  const Scenario s = load_scenario("lessons/first-allreduce");
  const auto results = run_all(s.cells);
  compare_with_golden(golden_path("first-allreduce.report.txt"),
                      results_report(s, results, check_expectations(s, results)));
}

}  // namespace
}  // namespace orrery
