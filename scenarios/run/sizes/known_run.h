#pragma once

#include <functional>
#include <optional>

#include "emu/engine/world.h"
#include "emu/trace/metrics.h"
#include "scenarios/run/runner.h"

namespace orrery::inline run {

/// Returns the metrics of a cell that are known without a run on its network; nothing if it must be
/// emulated.
using Known = std::function<std::optional<Metrics>(const Network&, const EngineOptions&)>;

/// Returns the result of a cell as run_one() does; `observers` watch it if it is emulated.
RunResult run_known(const RunSpec& spec, const Observers& observers, Detail detail,
                    const Known& known);

}  // namespace orrery::inline run
