#pragma once

#include <string>
#include <vector>

#include <toml++/toml.h>

#include "scenarios/document/document.h"

namespace orrery::inline document {

/// Reads the [[operation]]s in the file `source`. Values are checked one by one. THROWS InputError:
/// not an array of tables, unknown keys and those of a whole run, wrong values, two operations of
/// one name or without one.
std::vector<GivenOperation> read_operations(const toml::node& node, const std::string& source);

}  // namespace orrery::inline document
