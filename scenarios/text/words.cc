#include "scenarios/text/words.h"

namespace orrery::inline text {

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

}  // namespace orrery::inline text
