#pragma once

#include "scenarios/commands/orrery/line/outputs.h"
#include "scenarios/run/load.h"

namespace orrery {

/// Runs a sweep with more cells than are held at once, part by part, and writes the results as they
/// come. There is no table. Returns the exit code; finished runs are written even if it is stopped.
/// THROWS InputError, OutputError.
int run_long_sweep(const ScenarioStream& stream, const Outputs& outputs, int jobs);

}  // namespace orrery
