#pragma once

#include <optional>
#include <string>

#include "scenarios/grade/assignment.h"
#include "scenarios/run/runner.h"

/// The requirements of a part on a run besides a correct result.
namespace orrery::inline grade {

/// Checks that a bound makes sense. THROWS std::invalid_argument: there is no such metric, it is
/// not a number of one verified run, it depends on an algorithm's own statements (Λ, Ψ, Ξ), or the
/// formula makes no sense.
void check_bound(const Bound& bound, const std::string& collective);

/// Runs a cell once, with every rank emulated, and counts its rounds by its messages: they are
/// executed again, without the algorithm, on a network where each takes one unit of time,
/// independent of its size. So metrics.rounds of the result is the number of messages that follow
/// one another; the algorithm's own rounds are ignored.
RunResult judged_run(const RunSpec& spec, const WrapComm& wrap = {});

/// Returns why the run exceeds the bound, in words; nothing if it does not. REQUIRES a verified
/// judged_run().
std::optional<std::string> beyond(const Bound& bound, const RunResult& result);

}  // namespace orrery::inline grade
