#pragma once

#include <string>
#include <string_view>

/// Files that a graph is read from.
namespace orrery {

/// Returns what is in a file of at most 16 MiB. THROWS TopologyError and std::invalid_argument that name it.
std::string read_graph_file(const std::string& path);

/// Returns whether some line begins as those of a graph in TOML do, whatever is wrong with the others.
bool has_key_of_a_network(std::string_view text);

}  // namespace orrery
