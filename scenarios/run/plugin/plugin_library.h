#pragma once

#include <span>
#include <string>

#include "algorithms/algorithm.h"

namespace orrery {

/// Loads the library, inside (inside.h), which may run its code, and returns its algorithms. THROWS
/// PluginRefusal, ForbiddenUse. With `forbid_catalogue`, refuses a library that asks the dynamic
/// linker for symbols that only a program with a catalogue has (an algorithm, the catalogue, a
/// phase or a schedule), or for the linker itself.
std::span<const Algorithm* const> open_library(const std::string& file, bool forbid_catalogue);

}  // namespace orrery
