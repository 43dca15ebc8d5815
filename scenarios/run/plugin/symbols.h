#pragma once

#include <string>
#include <vector>

namespace orrery {

/// The names that a shared library leaves to others to define. Reads a file that may be damaged; inside
/// only (inside.h). THROWS PluginRefusal where they cannot be told: no 64-bit ELF, no section headers.
std::vector<std::string> symbols_wanted_by(const std::string& file);

}  // namespace orrery
