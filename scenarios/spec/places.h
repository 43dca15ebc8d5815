#pragma once

#include <string>

#include "emu/net/network.h"

/// The hosts of ranks, as recorded on a machine.
namespace orrery::inline spec {

/// Returns whether the file is a table whose head has a column "node".
bool is_places_file(const std::string& path);

/// Reads the mapping of a table with a line for each rank from 0 on: `node` is the name of its
/// host. Columns other than `node` and `rank` (0, 1, .. if present) are ignored. Hosts are numbered
/// in the order of appearance; ranks_per_host is the largest number of ranks on one host. THROWS
/// InputError.
Mapping read_places(const std::string& path);

/// Returns the list of a mapping with names, as numbers of hosts in the topology; unchanged where
/// the topology has no names. THROWS PlacementError for a name that it does not have.
std::vector<int> hosts_by_name(const Mapping& mapping, const Topology& topology);

}  // namespace orrery::inline spec
