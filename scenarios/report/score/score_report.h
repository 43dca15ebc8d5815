#pragma once

#include <string>
#include <vector>

#include "scenarios/report/plot/plot.h"
#include "scenarios/run/score/schedule_times.h"
#include "scenarios/run/score/score.h"

/// Scores for people and machines.
namespace orrery {

/// Says how near two costs come to measured schedules on one node, by size and by file.
std::string schedule_times_text(const NodeCosts& costs, const std::vector<MeasuredSchedule>& rows);

/// {"alpha_s", "beta_s_per_byte", "fitted": errors, "others": errors, "sizes": [..], "files": [..]}; errors are
/// rows, median_error, p90_error and worst_error, as fractions (null of none).
std::string schedule_times_json(const NodeCosts& costs, const std::vector<MeasuredSchedule>& rows);

/// A line for each row, with its prediction or the reason why it has none.
std::string schedule_times_csv(const std::vector<MeasuredSchedule>& rows);

/// A table by machine and collective, then all, those of fitted jobs and those of others; and why which rows
/// were left out.
std::string score_text(const std::vector<ScoredRow>& rows);

/// {"all": .., "machines": [..]}.
std::string score_json(const std::vector<ScoredRow>& rows);

/// A line for each row, with its prediction or the reason why it has none.
std::string score_csv(const std::vector<ScoredRow>& rows);

/// Measured (x) against predicted (y) seconds.
Plot score_plot(const std::vector<ScoredRow>& rows);

/// Which algorithm was fastest, left, and which is predicted to be, right, by size; a line for each job
/// and collective.
Plot winners_plot(const std::vector<ScoredRow>& rows);

}  // namespace orrery
