#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "scenarios/formats/chakra/trace_file.h"

/// Process groups of Chakra execution traces, by name: ranks in the order of the group; none: all ranks.
namespace orrery::chakra {

using Group = std::vector<std::int32_t>;
using Groups = std::map<std::string, Group>;

/// Returns the file of another rank, in the same folder as `any`.
std::filesystem::path file_of(const std::filesystem::path& any, std::size_t rank);

/// Reads the groups from a file beside the traces, comm_group.json or PREFIX.json: an object of
/// lists of ranks. Returns none if neither exists, or PREFIX.json has other contents. THROWS
/// InputError.
Groups groups_beside(const std::filesystem::path& any);

/// Adds the groups that a trace names itself, in a node of their own, as JSON in quotes. THROWS
/// InputError with `file`.
void add_groups(const RankTrace& trace, const std::filesystem::path& file, Groups& groups);

}  // namespace orrery::chakra
