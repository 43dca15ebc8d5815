#include "scenarios/document/words.h"

#include "emu/base/check.h"
#include "emu/base/nearest.h"

namespace orrery {

std::string nearest_of(std::string_view word, std::span<const std::string_view> names) {
  const std::string near = nearest(word, names).value_or("");
  return near == word ? std::string() : near;
}

std::string one_of(std::span<const std::string_view> names) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i > 0) text += i + 1 == names.size() ? " or " : ", ";
    text += names[i];
  }
  return text;
}

std::string counted(std::int64_t n, std::string_view noun) {
  return text_of(n, " ", noun, n == 1 ? "" : "s");
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (;;) {
    const auto end = text.find(separator);
    parts.push_back(trimmed(text.substr(0, end)));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

}  // namespace orrery
