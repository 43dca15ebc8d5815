#include "scenarios/commands/orrery/line/markdown.h"

#include <fmt/format.h>

namespace orrery::markdown {

std::string row(std::initializer_list<std::string> cells) {
  std::string out = "|";
  for (const std::string& cell : cells) {
    out += ' ';
    for (const char c : cell) out += c == '|' ? std::string("\\|") : std::string(1, c);
    out += " |";
  }
  return out + '\n';
}

std::string table_head(std::initializer_list<std::string> columns) {
  std::string rule = "|";
  for (std::size_t i = 0; i < columns.size(); ++i) rule += "---|";
  return row(columns) + rule + '\n';
}

std::string code(std::string_view text) {
  return fmt::format("`{}`", text);
}

}  // namespace orrery::markdown
