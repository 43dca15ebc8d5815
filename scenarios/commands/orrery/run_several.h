#pragma once

#include <string>
#include <vector>

#include "scenarios/commands/orrery/line/outputs.h"
#include "scenarios/commands/orrery/run_sweep.h"
#include "scenarios/spec/scenario.h"

namespace orrery::inline commands {

/// Runs scenarios one after the other, with overrides for all of them, and reports them together; returns
/// the exit code. `sweep.resume` is a directory that has a results file of each, or empty. Each is read and
/// checked before the first one runs. THROWS InputError, OutputError.
int run_several(const std::vector<std::string>& names, const Overrides& overrides,
                const SweepOptions& sweep, const Outputs& outputs);

/// Checks the names. THROWS InputError for a scenario that is named twice; standard input can be
/// read only once.
void check_names(const std::vector<std::string>& names);

}  // namespace orrery::inline commands
