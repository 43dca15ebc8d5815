#pragma once

#include "emu/mpi/processes.h"

namespace orrery::testing {

/// Returns the processes that run the tests.
Processes& processes();

inline constexpr double kPatience = 300;  ///< seconds until a hanging test is reported
inline constexpr int kHangCode = 3;

}  // namespace orrery::testing
