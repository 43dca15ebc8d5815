#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "scenarios/spec/scenario.h"

/// Keys of [expect]: "ring.2MiB.rounds" is a field, behind selectors that name cells of a sweep.
namespace orrery {

/// The prefix of an operation's fields: "operation.forward.psi".
constexpr std::string_view kOperationField = "operation.";

/// Returns "rounds".
std::string_view field_of(std::string_view key);

/// Returns "ring.2MiB"; empty if there are none.
std::string_view selectors_of(std::string_view key);

/// Returns the words that name a cell in a selector.
std::vector<std::string> names_of(const RunSpec& cell);

/// Returns whether the selectors of `key` name this cell; a key without selectors names all.
bool selects(const std::string& key, const RunSpec& cell);

}  // namespace orrery
