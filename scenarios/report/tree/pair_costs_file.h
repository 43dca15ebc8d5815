#pragma once

#include <filesystem>
#include <istream>
#include <string>

#include "algorithms/trees/pair_costs.h"

/// Costs of each pair of ranks from a file. A line is FROM,TO,ALPHA,BETA for messages from one rank
/// to another, or RANK,GAMMA for the copies of one; blanks do instead of commas. Empty lines and what
/// follows '#' are left out, and pairs that the file does not name keep their costs.
namespace orrery {

/// Sets what the file says in `costs`. THROWS std::invalid_argument that names file, line and what
/// was expected.
void read_pair_costs(const std::filesystem::path& path, trees::PairCosts& costs);

/// What the function above reads, from a stream; `name` is for errors.
void read_pair_costs(std::istream& in, const std::string& name, trees::PairCosts& costs);

}  // namespace orrery
