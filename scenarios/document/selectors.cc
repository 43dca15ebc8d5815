#include "scenarios/document/selectors.h"

#include <algorithm>
#include <ranges>
#include <utility>

#include <fmt/format.h>

#include "scenarios/keys/keys.h"
#include "scenarios/text/errors.h"
#include "scenarios/text/units_text.h"

namespace orrery::inline document {
namespace {

/// Returns where the field begins: after the last dot, or with "operation.".
std::size_t begin_of_field(std::string_view key) {
  const std::size_t operation = key.rfind(kOperationField);
  const bool is_whole =
      operation == 0 || (operation != std::string_view::npos && key[operation - 1] == '.');
  return is_whole ? operation : key.rfind('.') + 1;
}

/// Returns the words that name a cell in a selector.
std::vector<std::string> names_of(const RunSpec& cell) {
  std::vector<std::string> names{
      "*",           cell.collective,   cell.algorithm,  fmt::format("{}", cell.ranks),
      cell.topology, cell.mapping_text, cell.bytes_text, size_text(cell.bytes)};
  for (const auto& [key, value] : cell.swept) names.push_back(value);
  for (const Key& key : all_keys()) names.push_back(fmt::format("{}={}", key.name, key.get(cell)));
  for (const auto& [key, value] : cell.swept) names.push_back(fmt::format("{}={}", key, value));
  return names;
}

}  // namespace

std::string_view field_of(std::string_view key) {
  return key.substr(begin_of_field(key));
}

std::string_view selectors_of(std::string_view key) {
  const std::size_t begin = begin_of_field(key);
  return begin == 0 ? std::string_view() : key.substr(0, begin - 1);
}

CellWords::CellWords(const std::vector<RunSpec>& cells, std::size_t keys)
    : cells_(cells), words_(cells.size()) {
  constexpr std::size_t kMost = std::size_t{1} << 23;  // a second
  if (keys > 0 && cells.size() > kMost / keys)
    throw InputError(
        fmt::format("[expect]: {} expectations for {} runs are too many; expected at most {} pairs",
                    keys, cells.size(), kMost));
}

const std::vector<std::uint32_t>& CellWords::words_of(std::size_t i) {
  std::vector<std::uint32_t>& words = words_[i];
  if (!words.empty()) return words;
  for (std::string& name : names_of(cells_[i]))
    words.push_back(
        numbers_.try_emplace(std::move(name), static_cast<std::uint32_t>(numbers_.size()))
            .first->second);
  std::ranges::sort(words);
  return words;
}

bool CellWords::has(std::size_t i, std::string_view word) {
  const auto number = numbers_.find(word);
  return number != numbers_.end() && std::ranges::binary_search(words_of(i), number->second);
}

/// Matches the selectors, a sequence of words joined by dots. Words may contain dots themselves
/// ("1.5KiB").
bool CellWords::select(std::string_view key, std::size_t i) {
  if (begin_of_field(key) == 0) return true;
  const std::string_view text = selectors_of(key);
  words_of(i);
  std::vector<std::size_t> starts{0};  // where a word may start
  for (std::size_t end = 0; end <= text.size(); ++end) {
    if (end < text.size() && text[end] != '.') continue;
    const bool is_end = std::ranges::any_of(starts, [&](std::size_t start) {
      return start <= end && has(i, text.substr(start, end - start));
    });
    if (is_end && end == text.size()) return true;
    if (is_end) starts.push_back(end + 1);
  }
  return false;
}

std::set<std::string> CellWords::known() const {
  const auto words = std::views::keys(numbers_);
  return {words.begin(), words.end()};
}

}  // namespace orrery::inline document
