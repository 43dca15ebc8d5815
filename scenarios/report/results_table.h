#pragma once

#include <map>
#include <string>
#include <vector>

#include "scenarios/report/report.h"
#include "scenarios/report/results_view.h"
#include "scenarios/report/table.h"
#include "scenarios/run/runner.h"
#include "scenarios/spec/scenario.h"

namespace orrery {

/// The fastest run of each contest.
using Winners = std::map<Contest, const RunResult*>;
Winners winners_of(const std::vector<RunResult>& results);

/// Returns the table of a sweep: a row for each result that the view shows. A swept value that
/// equals the one in the row before is left blank unless the rows are `filled` or sorted.
TextTable results_table(const Scenario& scenario, const std::vector<RunResult>& results,
                        const ResultsView& view = {}, bool filled = false);

}  // namespace orrery
