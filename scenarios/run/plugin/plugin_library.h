#pragma once

#include <span>
#include <string>

#include "algorithms/algorithm.h"

namespace orrery::inline run {

/// Loads the library, inside (inside.h), which may run its code, and returns its algorithms. With
/// `forbid_catalogue`, refuses a library that looks up symbols of a program with a catalogue (an
/// algorithm, the catalogue, a phase or a schedule), or the dynamic linker itself. THROWS
/// PluginRefusal, ForbiddenUse.
std::span<const Algorithm* const> open_library(const std::string& file, bool forbid_catalogue);

}  // namespace orrery::inline run
