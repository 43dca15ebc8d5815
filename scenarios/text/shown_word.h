#pragma once

#include <algorithm>
#include <string>
#include <string_view>

namespace orrery {

/// Returns a word of a file in quotes for an error, if it is short and of letters, digits and signs
/// of numbers: it may be a slip. Returns "a word" otherwise: the file may be another one, such as
/// /etc/shadow, whose contents are nothing for a message.
inline std::string shown_word(std::string_view word) {
  constexpr std::size_t kLongest = 16;
  const bool is_slip =
      word.size() <= kLongest && std::ranges::all_of(word, [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
               std::string_view("0123456789.+-_ ").find(c) != std::string_view::npos;
      });
  return is_slip ? "'" + std::string(word) + "'" : "a word";
}

}  // namespace orrery
