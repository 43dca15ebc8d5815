#include "scenarios/document/selectors.h"

#include <fmt/format.h>

#include "scenarios/keys/keys.h"
#include "scenarios/text/units_text.h"

namespace orrery {
namespace {

/// Returns whether `text` is a sequence of names joined by dots. Names may contain dots themselves
/// ("1.5KiB").
bool is_joined(std::string_view text, const std::vector<std::string>& names) {
  std::vector<bool> starts(text.size() + 2, false);  // a name may start here
  starts[0] = true;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (!starts[i]) continue;
    for (const std::string& name : names) {
      const std::size_t end = i + name.size();
      if (text.substr(i, name.size()) == name &&
          (end == text.size() || (end < text.size() && text[end] == '.')))
        starts[end + 1] = true;
    }
  }
  return starts[text.size() + 1];
}

/// Returns where the field begins: behind the last dot, or with "operation.".
std::size_t begin_of_field(std::string_view key) {
  const std::size_t operation = key.rfind(kOperationField);
  const bool is_whole =
      operation == 0 || (operation != std::string_view::npos && key[operation - 1] == '.');
  return is_whole ? operation : key.rfind('.') + 1;
}

}  // namespace

std::string_view field_of(std::string_view key) {
  return key.substr(begin_of_field(key));
}

std::string_view selectors_of(std::string_view key) {
  const std::size_t begin = begin_of_field(key);
  return begin == 0 ? std::string_view() : key.substr(0, begin - 1);
}

std::vector<std::string> names_of(const RunSpec& cell) {
  std::vector<std::string> names{
      "*",           cell.collective,   cell.algorithm,  fmt::format("{}", cell.ranks),
      cell.topology, cell.mapping_text, cell.bytes_text, size_text(cell.bytes)};
  for (const auto& [key, value] : cell.swept) names.push_back(value);
  for (const Key& key : keys()) names.push_back(fmt::format("{}={}", key.name, key.get(cell)));
  for (const auto& [key, value] : cell.swept) names.push_back(fmt::format("{}={}", key, value));
  return names;
}

bool selects(const std::string& key, const RunSpec& cell) {
  return begin_of_field(key) == 0 || is_joined(selectors_of(key), names_of(cell));
}

}  // namespace orrery
