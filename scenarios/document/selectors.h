#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "scenarios/spec/scenario.h"

/// Keys of [expect]: "ring.2MiB.rounds" is a field, behind selectors that name cells of a sweep.
namespace orrery {

/// What the fields of an operation begin with: "operation.forward.psi".
constexpr std::string_view kOperationField = "operation.";

/// "rounds".
std::string_view field_of(std::string_view key);

/// "ring.2MiB"; empty if there are none.
std::string_view selectors_of(std::string_view key);

/// The words that name a cell in a selector.
std::vector<std::string> names_of(const RunSpec& cell);

/// Whether the selectors of `key` name this cell; none name all.
bool selects(const std::string& key, const RunSpec& cell);

}  // namespace orrery
