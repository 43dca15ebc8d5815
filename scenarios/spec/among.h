#pragma once

#include <string_view>
#include <utility>
#include <vector>

#include "scenarios/spec/scenario.h"

/// The groups of ranks that do an [[operation]], and the messages within them.
namespace orrery::inline spec {

/// Check the syntax alone. THROW ValueError.
void check_among_text(std::string_view text);
void check_messages_text(std::string_view text);

/// Returns the first and the last rank of "8..15" or "8". THROWS ValueError.
std::pair<int, int> range_of(std::string_view ranks);

/// Returns the groups of ranks that `among` names; no rank is in two of them. THROWS ValueError for
/// unknown ranks, a rank in two groups, and missing coordinates or switches.
std::vector<std::vector<int>> ranks_among(std::string_view among, const RunSpec& spec,
                                          const Network& network);

/// Returns the pairs of places that `messages` names in a group of n ranks. THROWS ValueError.
std::vector<std::pair<int, int>> messages_in(std::string_view messages, int n);

}  // namespace orrery::inline spec
