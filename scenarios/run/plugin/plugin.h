#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "algorithms/algorithm.h"

/// Algorithms from shared libraries (algorithms/plugin.h says how to make one).
namespace orrery {

/// Adds the algorithms of a library to the catalogue, for as long as the program runs. Before any
/// thread uses the catalogue. THROWS InputError that names the file: it is missing, no library, no
/// plug-in, built for another version, crashes while it is loaded, or has an algorithm that
/// add_to_catalog refuses.
void load_plugin(const std::filesystem::path& file);

/// The algorithm of that name if it is from a plug-in, otherwise null.
const Algorithm* find_plugin_algorithm(std::string_view collective, std::string_view name);

}  // namespace orrery
