#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "scenarios/report/junit.h"
#include "scenarios/report/results_view.h"
#include "scenarios/run/expect.h"
#include "scenarios/run/runner.h"

/// Results for programs.
namespace orrery::inline report {

/// Returns {"schema": 1, "runs": [...], "expectations": [...]}, followed by "fits" if schedules of
/// files were run with three sizes or more (size_fit.h). Byte-identical for the same scenario and
/// seed except for the fields marked `timing`.
std::string to_json(const std::vector<RunResult>& results, const std::vector<Check>& checks = {});

/// The parts of to_json(), for results that come part by part: kJsonBegin, json_runs() with commas
/// between them, kJsonBetween, json_expectations() likewise, if there are any kJsonFits and
/// json_fits() likewise, kJsonEnd.
constexpr std::string_view kJsonBegin = "{\n  \"schema\": 1,\n  \"runs\": [",
                           kJsonBetween = "\n  ],\n  \"expectations\": [",
                           kJsonFits = "\n  ],\n  \"fits\": [", kJsonEnd = "\n  ]\n}\n";
std::string json_runs(const std::vector<RunResult>& results);
/// Returns one run; `more` is appended to its fields: members that begin with a comma each.
std::string json_run(const RunResult& result, const std::string& more = {});
std::string json_expectations(const std::vector<Check>& checks);
std::string json_fits(const std::vector<RunResult>& results);

/// Returns the fields of to_json() as columns, or those of the view, for the results that it shows;
/// the first line has their names.
std::string to_csv(const std::vector<RunResult>& results, const ResultsView& view = {});
/// Returns its parts: the line of names, and the others.
std::string csv_head(const std::vector<RunResult>& results, const ResultsView& view = {});
std::string csv_rows(const std::vector<RunResult>& results, const ResultsView& view = {});

/// Returns the fields after those that all runs have: of operations, and of merged results.
std::vector<std::pair<std::string, FieldValue>> further_fields(const RunResult& result);

/// Returns a value as a cell; null is empty.
std::string csv_cell(const FieldValue& value);

/// Returns an object with these members, for a list.
using JsonMembers = std::vector<std::pair<std::string_view, FieldValue>>;
std::string json_object(const JsonMembers& members);

/// Test cases: one for each run and each check; a run that fails as expected passes. Results come
/// part by part, and may be of several scenarios.
class JunitReport {
 public:
  /// Begins another scenario. REQUIRES a call before add().
  void begin(const std::string& title);
  /// Adds results; the checks refer to cells by their place in these results.
  void add(const std::vector<RunResult>& results, const std::vector<Check>& checks);
  std::string text() const;

 private:
  std::vector<JunitSuite> suites_;
};

}  // namespace orrery::inline report
