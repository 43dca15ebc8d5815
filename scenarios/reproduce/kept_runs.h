#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "scenarios/reproduce/reproduction.h"
#include "scenarios/run/runner.h"
#include "scenarios/spec/scenario.h"

/// Runs that several reproductions have in common, and that take long.
namespace orrery {

/// A sweep of a reproduction. Sweeps that differ in what is swept only can have one name, and share what they ran.
struct KeptSweep {
  std::string name;  ///< "torus-64x64-400Gbps": letters, digits and - make the name of a file
  Scenario scenario;
};

/// Larger ones are run first, so that the processors end at the same time.
using Length = std::pair<bool, int>;
/// By the number of ranks.
Length usual_length(const RunSpec& cell);

/// Runs all cells that are not skipped and not in w.keep, and keeps them there, a file for each name. `take` is told the
/// number of the sweep and each result, from one thread at a time. THROWS std::runtime_error if a cell could not be
/// run, InputError if a file in w.keep is of something else, OutputError.
void run_kept(const Workshop& w, const std::vector<KeptSweep>& sweeps,
              const std::function<void(std::size_t sweep, const RunResult& result)>& take,
              Length (*length)(const RunSpec& cell) = usual_length);

}  // namespace orrery
