#pragma once

#include <string>
#include <vector>

#include "scenarios/run/conformance/conformance.h"

/// The results of `orrery verify`, for readers and programs.
namespace orrery::inline report {

/// Returns a row for each algorithm, and the number of those that conform.
std::string conformance_table(const std::vector<Conformance>& results);

/// Returns the smallest failing case of each algorithm, as a command line with the error. Empty if
/// all conform.
std::string conformance_failures(const std::vector<Conformance>& results);

/// Returns {"schema": 1, "algorithms": [...]}.
std::string conformance_json(const std::vector<Conformance>& results);

/// Returns a test case for each aspect of each algorithm.
std::string conformance_junit(const std::vector<Conformance>& results);

}  // namespace orrery::inline report
