#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <toml++/toml.h>

namespace orrery::inline base {

/// Parses TOML. The parser nests its tables, and recurses in their destructors, as deep as keys
/// have parts: a key of more than 64 parts is refused before parsing. THROWS toml::parse_error with
/// the place in `name`.
toml::table read_toml(std::string_view text, const std::string& name);

/// Returns the text of a string, number or boolean; nothing for a list, a table or a date.
std::optional<std::string> scalar_text(const toml::node& node);

}  // namespace orrery::inline base
