#pragma once

#include "algorithms/algorithm.h"

namespace orrery {

/// Completion time of `a` on x.network in picoseconds, run with sizes only and protocol sync. Not from
/// within a run. REQUIRES x.network, !refusal(a, x).
double emulated_time(const Algorithm& a, const Problem& x);

}  // namespace orrery
