#pragma once

#include <string>
#include <string_view>

#include <toml++/toml.h>

namespace orrery {

/// Parses TOML. The parser's tables are within each other as deep as keys have parts, and end one within the other: a key
/// of more than 64 parts is refused before it is read. THROWS toml::parse_error with the place in `name`.
toml::table read_toml(std::string_view text, const std::string& name);

}  // namespace orrery
