#pragma once

#include <set>
#include <string>

#include "algorithms/verify.h"

namespace orrery {

/// Gives every rank a Comm on which other calls than these THROW RankError; none: all may be made. Names
/// are those of Comm's members; wait stands for wait_all, too. `calls` must outlive what it returns.
WrapComm allowed_calls(const std::set<std::string>& calls);

}  // namespace orrery
