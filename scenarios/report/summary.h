#pragma once

#include <string>
#include <vector>

#include "scenarios/run/expect.h"
#include "scenarios/run/runner.h"

namespace orrery {

/// A scenario of several that were run: how it was called, its results and its checks. Both outlive this.
struct PartTally {
  std::string name;
  const std::vector<RunResult>* results = nullptr;
  const std::vector<Check>* checks = nullptr;
};

/// A table with a line for each scenario: how many runs it had, and how many of its expectations hold.
std::string summary_of(const std::vector<PartTally>& parts);

}  // namespace orrery
