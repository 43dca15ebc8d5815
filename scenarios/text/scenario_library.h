#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

/// The scenarios that come with the program.
namespace orrery::inline text {

/// Returns the folder of this name beside the installed program; `source` if there is none.
std::filesystem::path built_in_directory(std::string_view name,
                                         const std::filesystem::path& source);

/// Returns the scenarios' folder: beside the source, or beside an installed executable.
std::filesystem::path scenario_directory();

/// Returns paths relative to scenario_directory(), sorted: "ci/allreduce-ring.toml".
std::vector<std::filesystem::path> built_in_scenarios();

/// Returns `name` if this file exists, otherwise the built-in scenario of that name (".toml" may be
/// left out). THROWS InputError naming the nearest built-in one.
std::filesystem::path find_scenario(const std::filesystem::path& name);

/// Returns `name` if there is such a file, otherwise the file of that name in scenario_directory(),
/// if there is one: "examples/edges.txt".
std::filesystem::path find_example(const std::filesystem::path& name);

}  // namespace orrery::inline text
