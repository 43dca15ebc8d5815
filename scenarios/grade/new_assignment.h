#pragma once

#include <filesystem>
#include <string>
#include <vector>

/// The built-in assignments, from which new ones are made.
namespace orrery::inline grade {

/// Returns their folder: beside the installed program, or in the source.
std::filesystem::path assignment_directory();

/// Returns their names, sorted.
std::vector<std::string> built_in_assignments();

/// Creates the folder `name` in the current one: a copy of the built-in assignment `from`, with a
/// seed of its own for the hidden cases. Leaves nothing behind when it THROWS: InputError for a
/// name that exists or is not made of a-z, 0-9 and -, or an unknown assignment; OutputError.
void make_assignment(const std::string& name, const std::string& from);

}  // namespace orrery::inline grade
