#pragma once

#include <algorithm>
#include <cctype>
#include <string>
#include <string_view>

namespace orrery {

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

}  // namespace orrery
