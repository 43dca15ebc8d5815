#pragma once

#include <optional>
#include <string>
#include <vector>

#include "scenarios/report/plot/plot.h"
#include "scenarios/run/runner.h"
#include "scenarios/run/what_if.h"

/// What a change would gain, for people and machines.
namespace orrery {

/// A run with one thing different.
struct Counterfactual {
  WhatIf change;  ///< its spec is that of the result
  RunResult result;
};

/// A run, and what it would be with other things.
struct Sensitivity {
  RunResult now;
  std::vector<Counterfactual> changes;
};

/// The part of its time that the run would take more; below 0: less. Nothing if one of the two failed.
std::optional<double> change_of_time(const RunResult& now, const RunResult& then);

/// The gains, the largest first, of each run; and where another algorithm would be the fastest.
std::string what_if_text(const std::vector<Sensitivity>& all);

/// A line for each run and change: swept values, parameter, what_if, key, value, times, change.
std::string what_if_csv(const std::vector<Sensitivity>& all);

/// {"schema": 1, "runs": [...]}: the fields of to_json() of each run as it is, and what_if: its changes.
std::string what_if_json(const std::vector<Sensitivity>& all);

/// By parameter, the one with the largest effect first, how the time changes where it is better and where it
/// is worse.
Plot tornado(const Sensitivity& s);

}  // namespace orrery
