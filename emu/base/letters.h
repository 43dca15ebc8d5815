#pragma once

#include <algorithm>
#include <cctype>
#include <string>
#include <string_view>

namespace orrery::inline base {

inline bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

/// Returns `word` with small letters in place of the capitals of ASCII.
inline std::string small_letters(std::string_view word) {
  std::string text(word);
  std::ranges::transform(text, text.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

/// Returns "reduce_scatter" of "reduce-scatter".
inline std::string with_underscores(std::string_view name) {
  std::string text(name);
  std::ranges::replace(text, '-', '_');
  return text;
}
/// Returns "reduce-scatter" of "reduce_scatter".
inline std::string with_hyphens(std::string_view name) {
  std::string text(name);
  std::ranges::replace(text, '_', '-');
  return text;
}

/// Returns `text` without blanks at both ends.
constexpr std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\n\r";
  text.remove_prefix(std::min(text.find_first_not_of(kBlanks), text.size()));
  return text.substr(0, text.find_last_not_of(kBlanks) + 1);  // npos + 1 is 0
}

/// Returns `text` without spaces and tabs.
inline std::string without_blanks(std::string_view text) {
  std::string kept;
  for (const char c : text)
    if (c != ' ' && c != '\t') kept += c;
  return kept;
}

}  // namespace orrery::inline base
