#pragma once

#include <optional>
#include <string>

#include "algorithms/verify.h"
#include "emu/engine/world.h"

/// What an algorithm says of itself, held against a run.
namespace orrery {

/// Whether Algorithm::time must be the completion time of this run to the picosecond: p hosts that are
/// fully connected, one port each, transfers that wait for both sides, at least one element, their number
/// divided by p and by the number of blocks, and whole picoseconds for each byte sent or reduced. Where all
/// goes to neighbours: a torus with sides from three on, ports per link, reducing free of cost (lanes of one
/// rank reduce one after the other), and 2D divides the blocks too. With parts on groups: these are of one size, and the
/// time is what it takes at most. REQUIRES x.network, !refusal(a, x).
bool time_is_exact(const Algorithm& a, const Problem& x, const EngineOptions& options);

/// The first formula of `a` that says something else than was measured, in words: "rounds says 3 rounds, but
/// there were 8"; nothing if all are right, or if it promises nothing (Algorithm::formula). The time is compared where it is exact. REQUIRES x.network,
/// !refusal(a, x).
std::optional<std::string> broken_promise(const Algorithm& a, const Problem& x,
                                          const EngineOptions& options, const Metrics& measured);
/// Says whether sums that round are less reproducible than `a` promises; nothing if they are not, or the run does not
/// tell.
std::optional<std::string> broken_promise(const Algorithm& a, const Execution& run);

}  // namespace orrery
