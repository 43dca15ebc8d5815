#pragma once

#include <cstdint>
#include <filesystem>
#include <istream>
#include <string>
#include <vector>

#include "algorithms/trees/pair_costs.h"

/// Sizes of blocks, and costs of each pair of ranks, from files. A line of costs is FROM,TO,ALPHA,BETA for
/// messages from one rank to another, or RANK,GAMMA for the copies of one; blanks do instead of commas. Empty
/// lines and what follows '#' are left out, and pairs that the file does not name keep their costs.
namespace orrery {

/// Reads sizes, one a block. THROWS what read_numbers does, and likewise for a sum of 2^63 or more.
std::vector<std::int64_t> read_sizes(const std::filesystem::path& path);

/// Reads sizes from a stream; `name` is for errors.
std::vector<std::int64_t> read_sizes(std::istream& in, const std::string& name);

/// Sets what the file says in `costs`. THROWS std::invalid_argument that names file, line and what
/// was expected.
void read_pair_costs(const std::filesystem::path& path, trees::PairCosts& costs);

/// What the function above reads, from a stream; `name` is for errors.
void read_pair_costs(std::istream& in, const std::string& name, trees::PairCosts& costs);

}  // namespace orrery
