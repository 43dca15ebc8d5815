#pragma once

#include <string>
#include <vector>

#include "scenarios/run/expect.h"
#include "scenarios/run/runner.h"

/// Results for machines.
namespace orrery {

/// {"schema": 1, "runs": [...]}. Byte-identical for the same scenario and seed but for the fields
/// marked `timing`.
std::string to_json(const std::vector<RunResult>& results);

/// The fields of to_json() as columns; a line of names first.
std::string to_csv(const std::vector<RunResult>& results);

/// A test case for each run and each check.
std::string to_junit(const Scenario& scenario, const std::vector<RunResult>& results,
                     const std::vector<Check>& checks);

}  // namespace orrery
