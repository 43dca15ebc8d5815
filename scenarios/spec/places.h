#pragma once

#include <string>

#include "emu/net/network.h"

/// Where ranks were on a machine.
namespace orrery {

/// True if the file is a table whose head has a column "node".
bool is_places_file(const std::string& path);

/// The mapping that a table says, a line for each rank from 0 on: `node` is the name of its host. Columns
/// but `node` and `rank` (0, 1, .. where it is there) are not looked at. Hosts are numbered as they come;
/// ranks_per_host is what the fullest has. THROWS InputError.
Mapping read_places(const std::string& path);

/// The list of a mapping with names, by the hosts that the topology calls so; as it is where the topology has
/// no names. THROWS PlacementError for a name that it does not have.
std::vector<int> hosts_by_name(const Mapping& mapping, const Topology& topology);

}  // namespace orrery
