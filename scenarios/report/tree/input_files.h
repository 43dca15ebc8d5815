#pragma once

#include <cstdint>
#include <filesystem>
#include <istream>
#include <string>
#include <vector>

#include "algorithms/trees/pair_costs.h"

/// Sizes of blocks, and costs of each pair of ranks, from files. A line of costs is
/// FROM,TO,ALPHA,BETA for messages from one rank to another, or RANK,GAMMA for the copies in one;
/// blanks may replace commas. Empty lines and text after '#' are ignored, and pairs that the file
/// does not name keep their costs.
namespace orrery::inline report {

/// Reads sizes, one for each block. THROWS as read_numbers, and likewise for a sum of 2^63 or more.
std::vector<std::int64_t> read_sizes(const std::filesystem::path& path);

/// Reads sizes from a stream; `name` is for errors.
std::vector<std::int64_t> read_sizes(std::istream& in, const std::string& name);

/// Sets the file's values in `costs`. THROWS std::invalid_argument that names file, line and what
/// was expected.
void read_pair_costs(const std::filesystem::path& path, trees::PairCosts& costs);

/// Does the same with a stream; `name` is for errors.
void read_pair_costs(std::istream& in, const std::string& name, trees::PairCosts& costs);

}  // namespace orrery::inline report
