#pragma once

#include <optional>
#include <string>
#include <vector>

#include "scenarios/report/plot/plot.h"
#include "scenarios/run/runner.h"
#include "scenarios/run/what_if.h"

/// The gain of changes, for readers and programs.
namespace orrery::inline report {

/// A run with one difference.
struct Counterfactual {
  WhatIf change;  ///< its spec is that of the result
  RunResult result;
};

/// A run and its counterfactuals.
struct Sensitivity {
  RunResult now;
  std::vector<Counterfactual> changes;
};

/// Returns the relative change of the run's time; below 0: less. Nothing if one of the two failed.
std::optional<double> change_of_time(const RunResult& now, const RunResult& then);

/// Returns the gains, the largest first, of each run; and the changes that make another algorithm
/// the fastest.
std::string what_if_text(const std::vector<Sensitivity>& all);

/// Returns a line for each run and change: swept values, parameter, what_if, key, value, times,
/// change.
std::string what_if_csv(const std::vector<Sensitivity>& all);

/// Returns {"schema": 1, "runs": [...]}: the fields of to_json() of each unchanged run, and
/// what_if: its changes.
std::string what_if_json(const std::vector<Sensitivity>& all);

/// Plots by parameter, the one with the largest effect first, how the time changes if it is better
/// and if it is worse.
Plot tornado(const Sensitivity& s);

}  // namespace orrery::inline report
