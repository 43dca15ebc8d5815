#pragma once

#include <filesystem>
#include <string_view>

#include "algorithms/algorithm.h"

/// Algorithms from shared libraries (algorithms/plugin.h says how to make one).
namespace orrery {

/// Adds the algorithms of a library to the catalogue, for as long as the program runs. Before any
/// thread uses the catalogue. None of its code ever runs in this process (contained.h). THROWS InputError
/// that names the file: it is missing, no library, no plug-in, built for another version, refused by
/// plug-in limits, or has an algorithm that add_to_catalog refuses; PluginError if it crashes or does not
/// end while it is loaded.
void load_plugin(const std::filesystem::path& file);

/// The algorithm of that name if a plug-in has it; null if none has.
const Algorithm* find_plugin_algorithm(std::string_view collective, std::string_view name);

}  // namespace orrery
