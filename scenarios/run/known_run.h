#pragma once

#include "emu/trace/metrics.h"
#include "scenarios/run/runner.h"

namespace orrery {

/// The result of a cell of which it is known what its run measures, as run_one() gives it.
RunResult run_known(const RunSpec& spec, Detail detail, const Metrics& metrics);

}  // namespace orrery
