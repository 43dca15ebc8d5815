#pragma once

#include <string>
#include <vector>

#include <toml++/toml.h>

#include "scenarios/document/document.h"

namespace orrery {

/// What [[operation]] holds, in the file `source`. Values are looked at one by one. THROWS InputError: no array of
/// tables, unknown keys and those of a whole run, values that are none, two operations of one name or without one.
std::vector<GivenOperation> read_operations(const toml::node& node, const std::string& source);

}  // namespace orrery
