#include "emu/base/printable.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace orrery::inline base {
namespace {

/// Returns whether a character has no width, begins a new line or changes the writing direction: those that Unicode
/// calls ignorable by default, and its separators of lines and paragraphs. UTF-8 has the order of code points.
bool is_invisible(std::string_view c) {
  static constexpr std::pair<std::string_view, std::string_view> kInvisible[] = {
      {"\u00ad", "\u00ad"},         {"\u034f", "\u034f"},        {"\u061c", "\u061c"},
      {"\u115f", "\u1160"},         {"\u17b4", "\u17b5"},        {"\u180b", "\u180f"},
      {"\u200b", "\u200f"},         {"\u2028", "\u202e"},        {"\u2060", "\u206f"},
      {"\u3164", "\u3164"},         {"\ufe00", "\ufe0f"},        {"\ufeff", "\ufeff"},
      {"\uffa0", "\uffa0"},         {"\ufff0", "\ufffb"},        {"\U0001bca0", "\U0001bca3"},
      {"\U0001d173", "\U0001d17a"}, {"\U000e0000", "\U000e0fff"}};
  return std::ranges::any_of(
      kInvisible, [&](const auto& range) { return c >= range.first && c <= range.second; });
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
  return overlong || no_character || control || is_invisible(text.substr(0, n)) ? 0 : n;
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

}  // namespace orrery::inline base
