#pragma once

#include <string>
#include <utility>
#include <vector>

#include "scenarios/report/results_view.h"
#include "scenarios/run/expect.h"
#include "scenarios/run/runner.h"

/// Results for people.
namespace orrery {

/// Title, description, and the settings that all cells share.
std::string heading(const Scenario& scenario);

/// Returns "2MiB, ring": the swept values of a cell, or its algorithm where nothing is swept.
std::string short_name(const RunSpec& cell);

/// The swept values of a cell without its algorithm: cells with equal ones compete with each other.
using Contest = std::vector<std::pair<std::string, std::string>>;
Contest contest_of(const RunSpec& cell);

/// What was run and what came out: a table for a sweep, the details of a single run; a table as well of one run
/// whose columns the view names.
std::string report(const Scenario& scenario, const std::vector<RunResult>& results,
                   const std::vector<Check>& checks, const ResultsView& view = {});

/// What the plug-ins that were run wrote to stdout and stderr, marked as theirs; empty if nothing.
std::string printed(const std::vector<RunResult>& results);

/// What is wrong with the results: the first runs that failed without being expected to, the first
/// failed and the first skipped checks, and how many more there are. Empty if nothing is. `scenario`, which
/// may be empty, says whose runs they are.
std::string failures(const std::vector<RunResult>& results, const std::vector<Check>& checks,
                     const std::string& scenario = {});

}  // namespace orrery
