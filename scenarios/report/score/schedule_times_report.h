#pragma once

#include <string>
#include <vector>

#include "scenarios/run/score/schedule_times.h"

/// How near two parameters come to measured schedules, by size and by file.
namespace orrery {

std::string schedule_times_text(const NodeCosts& costs, const std::vector<MeasuredSchedule>& rows);

/// {"alpha_s", "beta_s_per_byte", "fitted": errors, "others": errors, "sizes": [..], "files": [..]}; errors are
/// rows, median_error, p90_error and worst_error, as fractions (null of none).
std::string schedule_times_json(const NodeCosts& costs, const std::vector<MeasuredSchedule>& rows);

/// A line for each row, with its prediction or the reason why it has none.
std::string schedule_times_csv(const std::vector<MeasuredSchedule>& rows);

}  // namespace orrery
