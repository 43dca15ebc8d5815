#pragma once

#include <set>
#include <string>

#include "algorithms/verify.h"

namespace orrery {

/// Gives every rank a Comm on which other calls than these THROW RankError; none: all calls are
/// allowed. Names are those of Comm's members; wait stands for wait_all, too. `calls` must outlive
/// the returned function.
WrapComm allowed_calls(const std::set<std::string>& calls);

}  // namespace orrery
