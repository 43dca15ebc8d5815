#pragma once

#include <string>

#include "emu/net/topology.h"

namespace orrery::teaching {

/// "3 -> 4", "3 -> switch:2": by the numbers of hosts and switches, or the names that a file gives them.
std::string link_name(const Topology& topology, LinkId link);

}  // namespace orrery::teaching
