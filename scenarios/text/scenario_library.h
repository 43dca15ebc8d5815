#pragma once

#include <filesystem>
#include <string>
#include <vector>

/// The scenarios that come with the program.
namespace orrery {

/// Where they are: beside the source, or beside an installed executable.
std::filesystem::path scenario_directory();

/// Paths relative to scenario_directory(), sorted: "ci/allreduce-ring.toml".
std::vector<std::filesystem::path> built_in_scenarios();

/// `name` if there is such a file, otherwise the built-in scenario of that name (".toml" may be
/// left out). THROWS InputError naming the nearest built-in one.
std::filesystem::path find_scenario(const std::filesystem::path& name);

}  // namespace orrery
