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

/// The file of another rank, beside `any`.
std::filesystem::path file_of(const std::filesystem::path& any, std::size_t rank);

/// Those of a file beside the traces, comm_group.json or PREFIX.json: an object of lists of ranks. None where there is
/// neither, or PREFIX.json is about something else. THROWS InputError.
Groups groups_beside(const std::filesystem::path& any);

/// Adds those that a trace names itself, in a node of their own, as JSON in quotes. THROWS InputError with `file`.
void add_groups(const Trace& trace, const std::filesystem::path& file, Groups& groups);

}  // namespace orrery::chakra
