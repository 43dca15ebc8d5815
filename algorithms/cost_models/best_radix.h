#pragma once

#include "algorithms/algorithm.h"

namespace orrery {

/// The radix k that `a` takes the least time with, the smallest of several: of all 2 .. max(p, 2) that it does
/// not refuse, or, where these would be too many to look at, of 2 .. 32 and those with p = k^i or just below. Its
/// `time` decides where that is the time of a run, or nothing is known of the network; elsewhere each is run with
/// sizes only. Kept for the next question about the same problem. Not from within a run. REQUIRES a.radixed.
int best_radix(const Algorithm& a, const Problem& x);

}  // namespace orrery
