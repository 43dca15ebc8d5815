#pragma once

#include <functional>
#include <optional>

#include "emu/engine/world.h"
#include "emu/trace/metrics.h"
#include "scenarios/run/runner.h"

namespace orrery {

/// What the run of a cell is known to measure on its network; nothing where it must be emulated.
using Known = std::function<std::optional<Metrics>(const Network&, const EngineOptions&)>;

/// The result of a cell as run_one() gives it; `observers` watch it where it is emulated.
RunResult run_known(const RunSpec& spec, const Observers& observers, Detail detail,
                    const Known& known);

}  // namespace orrery
