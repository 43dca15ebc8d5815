#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "scenarios/report/results_view.h"
#include "scenarios/report/table.h"
#include "scenarios/run/expect.h"
#include "scenarios/run/runner.h"

/// Results for readers.
namespace orrery::inline report {

/// Returns title, description, and the settings that all cells share.
std::string heading(const Scenario& scenario);

/// Returns "2MiB, ring": the swept values of a cell, or its algorithm if nothing is swept.
std::string short_name(const RunSpec& cell);

/// The swept values of a cell without its algorithm: cells with equal values compete with each
/// other.
using Contest = std::vector<std::pair<std::string, std::string>>;
Contest contest_of(const RunSpec& cell);

/// Reports results: a table for a sweep, the details of a single run; a table as well for one run
/// if the view names columns.
std::string results_report(const Scenario& scenario, const std::vector<RunResult>& results,
                           const std::vector<Check>& checks, const ResultsView& view = {});

/// Says how many expectations hold, in a line after an empty one; empty if there are none.
std::string expectations_text(const Scenario& scenario, std::int64_t passed, std::int64_t checked,
                              std::int64_t skipped);

/// Returns the output of the plug-ins on stdout and stderr, marked as theirs; empty if there is
/// none.
std::string printed(const std::vector<RunResult>& results);

/// Reports errors in the results: the first unexpected failures, the first failed and the first
/// skipped checks, and how many more there are. Empty if there are none. `scenario` names the runs'
/// scenario and may be empty.
std::string failures(const std::vector<RunResult>& results, const std::vector<Check>& checks,
                     const std::string& scenario = {});

/// The fastest run of each contest.
using Winners = std::map<Contest, const RunResult*>;
Winners winners_of(const std::vector<RunResult>& results);

/// Returns the table of a sweep: a row for each result that the view shows. A swept value that
/// equals the one in the row before is left blank unless the rows are `filled` or sorted.
TextTable results_table(const Scenario& scenario, const std::vector<RunResult>& results,
                        const ResultsView& view = {}, bool filled = false);

/// Reports one run in detail: the numbers, the table of its rounds (abridged) and its hottest
/// links.
std::string run_report(const RunResult& result);

}  // namespace orrery::inline report
