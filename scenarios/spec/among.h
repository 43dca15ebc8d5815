#pragma once

#include <string_view>
#include <utility>
#include <vector>

#include "scenarios/spec/scenario.h"

/// The groups of ranks that do an [[operation]], and the messages within them.
namespace orrery {

/// Look at words alone. THROW ValueError.
void check_among_text(std::string_view text);
void check_messages_text(std::string_view text);

/// "8..15" or "8": the first rank and the last. THROWS ValueError.
std::pair<int, int> range_of(std::string_view ranks);

/// The groups of ranks that `among` names, which no rank is in twice. THROWS ValueError: no such ranks, a rank in two
/// groups, no coordinates, no switches.
std::vector<std::vector<int>> ranks_among(std::string_view among, const RunSpec& spec,
                                          const Network& network);

/// The pairs of places that `messages` names in a group of n. THROWS ValueError.
std::vector<std::pair<int, int>> messages_in(std::string_view messages, int n);

}  // namespace orrery
