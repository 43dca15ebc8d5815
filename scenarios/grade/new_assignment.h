#pragma once

#include <filesystem>
#include <string>
#include <vector>

/// The assignments that come with the program, to begin one's own with.
namespace orrery {

/// Beside the installed program, or in the source.
std::filesystem::path assignment_directory();

/// Their names, sorted.
std::vector<std::string> built_in_assignments();

/// Makes the folder `name` in the current one: a copy of the built-in assignment `from`, with a seed of its
/// own for the hidden cases. Nothing is left behind when it THROWS: InputError for a name that is there already or is not made of a-z,
/// 0-9 and -, or no such assignment; OutputError.
void make_assignment(const std::string& name, const std::string& from);

}  // namespace orrery
