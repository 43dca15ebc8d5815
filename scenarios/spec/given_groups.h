#pragma once

#include <string_view>
#include <vector>

#include "emu/net/network.h"

/// The key `groups`: how ranks form the groups of algorithms with several levels (Problem::groups).
namespace orrery::inline spec {

/// Checks the syntax of groups alone. THROWS ValueError unless it is auto, or levels with slashes
/// between them, the finest first, each `host`, `switch`, a number of neighbouring ranks, or
/// `list:` and a number for each rank.
void check_groups_text(std::string_view text);

/// Returns the groups of all levels; none for auto where neither hosts nor switches make several
/// groups, and without a network none for levels that need one. THROWS ValueError: a list of
/// another length, no switches, a group that lies in two groups of the next level.
std::vector<std::vector<int>> rank_groups(std::string_view text, int ranks, const Network* network);

}  // namespace orrery::inline spec
