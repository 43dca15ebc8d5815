#include "emu/base/printable.h"

#include <cstddef>

namespace orrery {
namespace {

/// Returns whether a character of three bytes has no width, or changes the writing direction:
/// U+200B to U+200F, U+202A to U+202E, U+2060 to U+206F, U+FEFF.
bool is_invisible(std::string_view c) {
  return (c >= "\u200b" && c <= "\u200f") || (c >= "\u202a" && c <= "\u202e") ||
         (c >= "\u2060" && c <= "\u206f") || c == "\ufeff";
}

/// Returns the bytes of the character at the beginning of a non-empty `text`; 0 if it is invalid.
std::size_t character_at(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(0);
  if (first < 0x80) return first >= 0x20 && first != 0x7f ? 1 : first == '\n' || first == '\t';
  constexpr unsigned char kLastControl = 0x9f;  // of the second set, U+0080 to U+009F
  const std::size_t n = first < 0xc2   ? 0
                        : first < 0xe0 ? 2
                        : first < 0xf0 ? 3
                        : first < 0xf5 ? 4
                                       : 0;
  if (n == 0 || text.size() < n) return 0;
  for (std::size_t i = 1; i < n; ++i)
    if ((byte(i) & 0xc0) != 0x80) return 0;
  const unsigned char second = byte(1);
  const bool overlong = (first == 0xe0 && second < 0xa0) || (first == 0xf0 && second < 0x90);
  const bool no_character = (first == 0xed && second >= 0xa0) || (first == 0xf4 && second >= 0x90);
  const bool control = first == 0xc2 && second <= kLastControl;
  return overlong || no_character || control || (n == 3 && is_invisible(text.substr(0, n))) ? 0 : n;
}

}  // namespace

std::string printable(std::string_view text) {
  std::string out;
  std::size_t begin = 0, at = 0;  // the valid text between them is not copied yet
  while (at < text.size()) {
    if (const std::size_t n = character_at(text.substr(at)); n > 0) {
      at += n;
      continue;
    }
    out += text.substr(begin, at - begin);
    out += '?';
    begin = ++at;
  }
  return out += text.substr(begin);
}

}  // namespace orrery
