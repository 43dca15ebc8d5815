#pragma once

#include <string>
#include <vector>

#include "scenarios/document/scenario.h"
#include "scenarios/run/runner.h"

/// [expect]: what a scenario promises about its results.
namespace orrery {

/// Gives every expected value the kind of its field ("60us" of a time becomes a Time). THROWS
/// InputError for an unknown field, a value of the wrong kind, and an expectation that no cell
/// matches.
void interpret_expectations(Scenario& scenario);

/// One expectation looked at in one cell.
struct Check {
  const Expectation* expectation = nullptr;
  std::size_t cell = 0;  ///< index of Scenario::cells
  bool passed = false;
  std::string message;  ///< "file:9: ring.2MiB.rounds is 14; expected 12", when not passed
};

/// Every expectation in every cell it selects, in order; skipped cells are left out.
std::vector<Check> check_expectations(const Scenario& scenario,
                                      const std::vector<RunResult>& results);

}  // namespace orrery
