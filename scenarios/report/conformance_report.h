#pragma once

#include <string>
#include <vector>

#include "scenarios/run/conformance/conformance.h"

/// What `orrery verify` found, for people and machines.
namespace orrery {

/// A row for each algorithm, and how many conform.
std::string conformance_table(const std::vector<Conformance>& results);

/// The smallest case of each algorithm that fails, as a command line, with what is wrong. Empty if all
/// conform.
std::string conformance_failures(const std::vector<Conformance>& results);

/// {"schema": 1, "algorithms": [...]}.
std::string conformance_json(const std::vector<Conformance>& results);

/// A test case for each aspect of each algorithm.
std::string conformance_junit(const std::vector<Conformance>& results);

}  // namespace orrery
