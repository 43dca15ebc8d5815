#pragma once

#include <span>
#include <string>

#include "algorithms/algorithm.h"

namespace orrery {

/// Inside (inside.h): loads the library, which may run its code, and returns its algorithms. THROWS
/// PluginRefusal, ForbiddenUse. With `forbid_catalogue` a library that asks the dynamic linker for an algorithm of the
/// program, for the catalogue or for the linker itself is refused, and code that calls catalog() or
/// find_algorithm() all the same ends the process.
std::span<const Algorithm* const> open_library(const std::string& file, bool forbid_catalogue);

}  // namespace orrery
