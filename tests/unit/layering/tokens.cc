#include "tests/unit/layering/tokens.h"

#include <algorithm>
#include <cctype>

#include "tests/unit/layering/sources.h"

namespace orrery::testing {
namespace {

/// Returns true if the < or > at `i` compares or shifts: clang-format sets blanks around such.
bool compares(std::string_view text, std::size_t i) {
  const auto before = text.substr(0, i);
  return before.ends_with(' ') || before.ends_with('-') || before.ends_with(" <") ||
         before.ends_with(" >");
}

/// Returns 1 for an opening bracket, -1 for a closing one, else 0.
int nesting(std::string_view text, std::size_t i) {
  switch (text[i]) {
    case '(':
    case '[':
    case '{':
      return 1;
    case ')':
    case ']':
    case '}':
      return -1;
    case '<':
      return compares(text, i) ? 0 : 1;
    case '>':
      return compares(text, i) ? 0 : -1;
    default:
      return 0;
  }
}

}  // namespace

Texts tokens_of(std::string_view text) {
  Texts tokens;
  bool in_word = false;
  for (const char c : text) {
    const bool joins =
        (in_word && is_word(c)) || (c == ':' && !tokens.empty() && tokens.back() == ":");
    in_word = is_word(c);
    if (std::isspace(static_cast<unsigned char>(c)) != 0) continue;
    if (joins)
      tokens.back() += c;
    else
      tokens.emplace_back(1, c);
  }
  return tokens;
}

std::string joined(const Texts& tokens) {
  std::string text;
  for (const std::string& token : tokens) {
    const bool words =
        !text.empty() && is_word(text.back()) && (is_word(token[0]) || token[0] == '$');
    text += (words ? " " : "") + token;
  }
  return text;
}

std::size_t find_outside(std::string_view text, std::string_view signs, std::size_t from) {
  int depth = 0;
  for (std::size_t i = from; i < text.size(); ++i) {
    if (depth == 0 && signs.find(text[i]) != signs.npos) return i;
    depth += nesting(text, i);
  }
  return text.size();
}

std::string_view within(std::string_view text, std::size_t open) {
  int depth = 0;
  for (std::size_t i = open; i < text.size(); ++i)
    if ((depth += nesting(text, i)) == 0) return text.substr(open + 1, i - open - 1);
  return text.substr(std::min(open + 1, text.size()));
}

std::vector<std::string_view> parts_of(std::string_view list) {
  std::vector<std::string_view> parts;
  for (std::size_t begin = 0; begin < list.size();) {
    const auto end = find_outside(list, ",", begin);
    parts.push_back(list.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

}  // namespace orrery::testing
