#pragma once

#include <algorithm>
#include <cstddef>
#include <stdexcept>
#include <string_view>
#include <vector>

namespace orrery::inline text {

/// An error: a JSON document is nested too deeply, or an object has too many members.
class JsonBeyondLimits : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Checks a text before it is parsed, valid or not. THROWS JsonBeyondLimits: an ordered_json
/// compares each member of an object with all before it, and recursion over a document is as deep
/// as the document. A callback of the parser would cost more: for each object it looks through all
/// before it in the same list.
inline void check_json_limits(std::string_view text) {
  constexpr std::size_t kDeepest = 32;
  constexpr int kMostMembers = 2048;
  std::vector<int> members{0};  // so far, by depth
  const auto skip_to = [&](std::string_view end, std::size_t from) {
    return std::min(text.find(end, from), text.size() - 1);
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '"') {
      for (++i; i < text.size() && text[i] != '"'; ++i) i += text[i] == '\\' ? 1U : 0U;
    } else if (c == '/') {  // a comment
      i = text.substr(i).starts_with("/*") ? skip_to("*/", i + 2) + 1 : skip_to("\n", i);
    } else if (c == '{' || c == '[') {
      members.push_back(0);
      if (members.size() > kDeepest + 1) throw JsonBeyondLimits("nested too deeply");
    } else if ((c == '}' || c == ']') && members.size() > 1) {
      members.pop_back();
    } else if (c == ':' && ++members.back() > kMostMembers) {
      throw JsonBeyondLimits("an object with more than 2048 members");
    }
  }
}

}  // namespace orrery::inline text
