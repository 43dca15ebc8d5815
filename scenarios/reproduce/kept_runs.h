#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "scenarios/reproduce/reproduction.h"
#include "scenarios/run/runner.h"
#include "scenarios/spec/scenario.h"

/// Long runs that several reproductions share.
namespace orrery::inline reproduce {

/// A sweep of a reproduction. Sweeps that differ only in their swept values can have one name, and
/// share their runs.
struct KeptSweep {
  std::string name;  ///< "torus-64x64-400Gbps": letters, digits and - make the name of a file
  Scenario scenario;
};

/// The length of a run: longer ones are run first, so that the processors end at the same time.
using Length = std::pair<bool, int>;
/// Returns the length by the number of ranks.
Length usual_length(const RunSpec& cell);

/// Runs all cells that are not skipped and not in w.keep, and keeps them there, a file for each
/// name. `take` gets the number of the sweep and each result, from one thread at a time. THROWS
/// std::runtime_error if a cell could not be run, InputError if a file in w.keep is of another
/// sweep, OutputError.
void run_kept(const Workshop& w, const std::vector<KeptSweep>& sweeps,
              const std::function<void(std::size_t sweep, const RunResult& result)>& take,
              Length (*length)(const RunSpec& cell) = usual_length);

}  // namespace orrery::inline reproduce
