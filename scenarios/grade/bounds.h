#pragma once

#include <optional>
#include <string>

#include "scenarios/grade/assignment.h"
#include "scenarios/run/runner.h"

/// What a part asks of a run besides a correct result.
namespace orrery {

/// THROWS std::invalid_argument: there is no such metric, it is no number, or the formula makes no sense.
void check_bound(const Bound& bound, const std::string& collective);

/// Why the run is beyond the bound, in words; nothing if it is not. Rounds are counted by the clock: a second run, with
/// messages that take one unit each whatever their size, says how many follow one another; what the
/// algorithm calls a round has no say. REQUIRES a verified run.
std::optional<std::string> beyond(const Bound& bound, const RunResult& result);

}  // namespace orrery
