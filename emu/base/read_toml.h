#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <fmt/format.h>
#include <toml++/toml.h>

namespace orrery {

/// Parses TOML. The parser nests its tables, and recurses in their destructors, as deep as keys
/// have parts: a key of more than 64 parts is refused before parsing. THROWS toml::parse_error with
/// the place in `name`.
toml::table read_toml(std::string_view text, const std::string& name);

/// Returns the text of a string, number or boolean; nothing for a list, a table or a date.
inline std::optional<std::string> scalar_text(const toml::node& node) {
  if (const auto* s = node.as_string()) return s->get();
  if (const auto* i = node.as_integer()) return fmt::format("{}", i->get());
  if (const auto* d = node.as_floating_point()) return fmt::format("{}", d->get());
  if (const auto* b = node.as_boolean()) return b->get() ? "true" : "false";
  return std::nullopt;
}

}  // namespace orrery
