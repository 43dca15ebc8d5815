#pragma once

#include <cstdint>
#include <filesystem>
#include <istream>
#include <string>
#include <vector>

/// Block sizes from a file: whole numbers 0 .. 2^63 - 1, one on a line or several with commas
/// between them, in the order of the ranks. Empty lines and what follows '#' are left out.
namespace orrery {

/// THROWS std::invalid_argument that names file, line and what was expected: for text where a number
/// should be, negative numbers, numbers or a sum of 2^63 or more, and a file without numbers.
std::vector<std::int64_t> read_sizes(const std::filesystem::path& path);

/// The same from a stream; `name` is for errors.
std::vector<std::int64_t> read_sizes(std::istream& in, const std::string& name);

}  // namespace orrery
