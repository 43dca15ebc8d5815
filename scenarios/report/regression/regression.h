#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "scenarios/report/junit.h"
#include "scenarios/report/regression/result_rows.h"
#include "scenarios/report/table.h"
#include "scenarios/run/metrics/metric.h"

/// What has become better or worse between two files of results.
namespace orrery {

/// A run in both files, or in one of them.
struct ComparedRun {
  enum class Verdict { kEqual, kBetter, kWorse, kFails, kGone, kAdded };

  std::vector<std::string> values{};  ///< of the keys of the comparison
  FieldValue before{}, after{};       ///< of the metric; null where there is none
  double change = 0;                  ///< after / before - 1
  Verdict verdict = Verdict::kEqual;
};

struct RegressionReport {
  std::string before{}, after{};  ///< names of the files
  const Metric* metric = nullptr;
  std::vector<std::string> keys{};  ///< that tell the runs of a file apart
  /// What all runs of a file have and those of the other have not: "topology torus:4x4 -> full:16".
  std::vector<std::string> differences{};
  std::vector<ComparedRun>
      runs{};  ///< in the order of the first file, then what the second has besides
};

/// Compares a metric run by run. Runs belong together that have the same values of the keys that vary within a file; of
/// equal ones the first belongs to the first. THROWS InputError where a file does not have the metric.
RegressionReport compare_results(const ResultRows& before, const ResultRows& after,
                                 const Metric& metric);

/// Whether a run has become worse by more than the share, fails, or is gone.
bool is_regression(const ComparedRun& run, double share);

/// Returns the table of the runs that are not equal, or of all.
TextTable regression_table(const RegressionReport& report, bool all);
/// Returns "12 runs: 1 worse by up to 3.1 %, 2 better by up to 0.4 %, 9 equal".
std::string regression_summary(const RegressionReport& report);
/// Returns a case for each run of the first file.
JunitSuite regression_cases(const RegressionReport& report, double share);

}  // namespace orrery
