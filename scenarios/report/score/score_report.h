#pragma once

#include <string>
#include <vector>

#include "scenarios/report/plot/plot.h"
#include "scenarios/run/score/schedule_times.h"
#include "scenarios/run/score/score.h"

/// Scores for readers and programs.
namespace orrery::inline report {

/// Reports how well two costs predict measured schedules on one node, by size and by file.
std::string schedule_times_text(const NodeCosts& costs, const std::vector<MeasuredSchedule>& rows);

/// Returns {"alpha_s", "beta_s_per_byte", "fitted": errors, "others": errors, "sizes": [..],
/// "files": [..]}; errors are rows, median_error, p90_error and worst_error, as fractions (null
/// without rows).
std::string schedule_times_json(const NodeCosts& costs, const std::vector<MeasuredSchedule>& rows);

/// Returns a line for each row, with its prediction or the reason why it has none; `what` heads the first column.
std::string schedule_times_csv(const std::vector<MeasuredSchedule>& rows, const std::string& what);

/// Returns errors by `what` (file or layout), of fitted rows next to others, then the reasons why
/// rows were left out.
std::string times_text(const std::vector<MeasuredSchedule>& rows, const std::string& what);

/// {"fitted": .., "others": .., "sizes": [..], "layouts": [..]}.
std::string times_json(const std::vector<MeasuredSchedule>& rows);

/// Returns a table by machine and collective, then for all, for fitted jobs and for the others; and
/// the reasons why rows were left out.
std::string score_text(const std::vector<ScoredRow>& rows);

/// Returns {"all": .., "machines": [..]}.
std::string score_json(const std::vector<ScoredRow>& rows);

/// Returns a line for each row, with its prediction or the reason why it has none.
std::string score_csv(const std::vector<ScoredRow>& rows);

/// Plots measured (x) against predicted (y) seconds.
Plot score_plot(const std::vector<ScoredRow>& rows);

/// Plots the fastest algorithms, measured on the left and predicted on the right, by size; a line
/// for each job and collective.
Plot winners_plot(const std::vector<ScoredRow>& rows);

}  // namespace orrery::inline report
