#pragma once

#include <cstdint>
#include <filesystem>
#include <istream>
#include <string>
#include <vector>

/// Block sizes from a file of numbers (scenarios/text/number_file.h), in the order of the ranks.
namespace orrery {

/// THROWS what read_numbers does, and likewise for a sum of 2^63 or more.
std::vector<std::int64_t> read_sizes(const std::filesystem::path& path);

/// Reads sizes from a stream; `name` is for errors.
std::vector<std::int64_t> read_sizes(std::istream& in, const std::string& name);

}  // namespace orrery
