#pragma once

#include <string>
#include <vector>

#include "scenarios/report/junit.h"
#include "scenarios/report/regression/result_rows.h"
#include "scenarios/report/table.h"
#include "scenarios/run/metrics/metric.h"

/// Changes for better or worse between two files of results.
namespace orrery::inline report {

/// A run in both files, or in one of them.
struct ComparedRun {
  enum class Verdict { kEqual, kBetter, kWorse, kFails, kGone, kAdded };

  std::vector<std::string> values{};  ///< of the keys of the comparison
  FieldValue before{}, after{};       ///< of the metric; null if there is none
  double change = 0;                  ///< after / before - 1
  Verdict verdict = Verdict::kEqual;
};

struct RegressionReport {
  std::string before{}, after{};  ///< names of the files
  const Metric* metric = nullptr;
  std::vector<std::string> keys{};  ///< keys that distinguish the runs of a file
  /// Settings that all runs of a file share and that differ between the files: "topology torus:4x4
  /// -> full:16".
  std::vector<std::string> differences{};
  std::vector<ComparedRun>
      runs{};  ///< in the order of the first file, then the runs that only the second has
};

/// Compares a metric run by run. Two runs match if the keys that vary within a file have the same
/// values; among equal runs the first matches the first. THROWS InputError if a file does not have
/// the metric.
RegressionReport compare_results(const ResultRows& before, const ResultRows& after,
                                 const Metric& metric);

/// Returns whether a run has become worse by more than the share, fails, or is missing.
bool is_regression(const ComparedRun& run, double share);

/// Returns the table of the runs that differ, or of all.
TextTable regression_table(const RegressionReport& report, bool all);
/// Returns "12 runs: 1 worse by up to 3.1 %, 2 better by up to 0.4 %, 9 equal".
std::string regression_summary(const RegressionReport& report);
/// Returns the report as JSON: files, metric, differences, and an object for each run.
std::string regression_json(const RegressionReport& report);
/// Returns a case for each run of the first file.
JunitSuite regression_cases(const RegressionReport& report, double share);

}  // namespace orrery::inline report
