#pragma once

#include <functional>

#include "emu/comm/comm.h"

namespace orrery {

/// Runs `program` on `c` so that every message tells who is known to have entered, whatever a Comm
/// is made of: the sender's knowledge follows it as a message of its own. Element i of `known`
/// (`c`'s size) says whether rank i is: 1 for the calling rank, 0 for all others. Afterwards it says
/// which ranks had entered before this one left; a barrier has made all of them 1. REQUIRES a
/// reduction that takes the maximum.
void run_witnessed(Comm& c, Slice known, const std::function<void(Comm&)>& program);

}  // namespace orrery
