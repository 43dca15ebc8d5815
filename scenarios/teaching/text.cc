#include <fmt/format.h>

#include "emu/base/complaint.h"
#include "scenarios/teaching/lesson.h"

namespace orrery::teaching {

Text::Text(std::string_view source) {
  while (!source.empty()) {
    const std::size_t open = std::min(source.find('{'), source.size());
    Part part{std::string(source.substr(0, open)), {}};
    source.remove_prefix(open);
    if (!source.empty()) {
      const std::size_t close = source.find('}');
      if (close == std::string_view::npos) throw ValueError({"'{' is not closed", "'}'"});
      part.reference = Expression(source.substr(1, close - 1));
      source.remove_prefix(close + 1);
    }
    parts_.push_back(std::move(part));
  }
}

std::string Text::filled(Laboratory& laboratory, std::size_t cell) const {
  std::string text;
  for (const Part& part : parts_) {
    text += part.words;
    if (part.reference.empty()) continue;
    try {
      text += text_of(part.reference.value(laboratory, cell));
    } catch (const NoAnswer& e) {
      throw NoAnswer(fmt::format("{{{}}}: {}", part.reference.text(), e.what()));
    }
  }
  return text;
}

}  // namespace orrery::teaching
