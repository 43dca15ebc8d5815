#pragma once

#include <optional>
#include <string>

#include "algorithms/verify.h"
#include "emu/engine/world.h"

/// Checks of an algorithm's formulas against a run.
namespace orrery::inline algorithms {

/// Returns whether Algorithm::time must be the completion time of this run to the picosecond: p
/// fully connected hosts, one port each, transfers that wait for both sides, at least one element,
/// their number divisible by p and by the number of blocks, and whole picoseconds for each byte
/// sent or reduced. If all messages go to neighbours: a torus with sides of at least three, ports
/// per link, reducing without cost (lanes of one rank reduce one after the other), and blocks
/// divisible by 2D, too. With parts on groups: these are of one size, and the time is an upper
/// bound. REQUIRES x.network, !refusal(a, x).
bool time_is_exact(const Algorithm& a, const Problem& x, const EngineOptions& options);

/// Describes the first formula of `a` that differs from the measurement: "rounds says 3 rounds, but
/// there were 8"; nullopt if all are right, or if it promises nothing (Algorithm::formula).
/// Compares the time only where it is exact. REQUIRES x.network, !refusal(a, x).
std::optional<std::string> broken_promise(const Algorithm& a, const Problem& x,
                                          const EngineOptions& options, const Metrics& measured);
/// Describes how rounding sums are less reproducible than `a` promises; nullopt if they are not, or
/// if the run does not determine it.
std::optional<std::string> broken_promise(const Algorithm& a, const Execution& run);

}  // namespace orrery::inline algorithms
