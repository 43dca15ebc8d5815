#include "scenarios/run/relative.h"

#include <algorithm>
#include <cmath>
#include <ranges>
#include <set>

#include <fmt/format.h>

#include "emu/base/quantity.h"
#include "scenarios/keys/keys.h"
#include "scenarios/text/units_text.h"
#include "scenarios/text/words.h"

namespace orrery::inline run {
namespace {

using Value = std::pair<std::string, std::string>;

constexpr const char* kExpectedRelative =
    "a factor and a value of the sweep, such as \"1.1 * ring\" where algorithm is swept";

/// Returns the names of a swept value of a cell.
std::set<std::string> names_of(const RunSpec& cell, const Value& swept) {
  const auto& [key, written] = swept;
  std::set<std::string> names{written, find_key(key)->get(cell)};
  if (key == "bytes") names.insert(size_text(cell.bytes));
  for (const std::string& name : std::set(names)) names.insert(fmt::format("{}={}", key, name));
  return names;
}

double parse_factor(std::string_view text) {
  const auto factor = plain_number(text);
  if (!factor || *factor <= 0)
    throw ValueError({fmt::format("'{}' is not a factor", text), kExpectedRelative});
  return *factor;
}

}  // namespace

SweptNames::SweptNames(const std::vector<RunSpec>& cells) {
  std::set<Value> known;
  for (const RunSpec& cell : cells)
    for (const Value& swept : cell.swept)
      if (known.insert(swept).second)
        for (const std::string& name : names_of(cell, swept)) names_.emplace(name, swept);
}

/// Finds values; names may contain dots themselves ("1.5KiB").
void SweptNames::find(std::string_view text, std::vector<Value>& begun,
                      std::vector<std::vector<Value>>& found) const {
  for (std::size_t end = text.find('.');; end = text.find('.', end + 1)) {
    const bool last = end == std::string_view::npos;
    const auto [first, behind] = names_.equal_range(text.substr(0, end));
    for (auto name = first; name != behind; ++name) {
      if (std::ranges::find(begun, name->second.first, &Value::first) != begun.end()) continue;
      begun.push_back(name->second);
      if (last)
        found.push_back(begun);
      else
        find(text.substr(end + 1), begun, found);
      begun.pop_back();
    }
    if (last) return;
  }
}

std::vector<Value> SweptNames::values(std::string_view text) const {
  std::vector<std::vector<Value>> found;
  std::vector<Value> begun;
  find(text, begun, found);
  if (found.empty())
    throw ValueError({fmt::format("no value of the sweep is named '{}'", text), kExpectedRelative,
                      nearest(text)});
  if (found.size() > 1)
    throw ValueError({fmt::format("'{}' names values of {} and of {}", text, found[0].back().first,
                                  found[1].back().first),
                      fmt::format("{}={} or {}={}", found[0].back().first, found[0].back().second,
                                  found[1].back().first, found[1].back().second)});
  return found.front();
}

bool SweptNames::has(std::string_view text) const {
  std::vector<std::vector<Value>> found;
  std::vector<Value> begun;
  find(text, begun, found);
  return !found.empty();
}

std::string SweptNames::nearest(std::string_view text) const {
  return nearest_of(text, std::views::keys(names_));
}

std::pair<double, std::string_view> split_factor(std::string_view text) {
  const std::size_t star = text.find('*');
  if (star == std::string_view::npos) return {1, trimmed(text)};
  return {parse_factor(trimmed(text.substr(0, star))), trimmed(text.substr(star + 1))};
}

Siblings::Siblings(const std::vector<RunSpec>& cells) {
  for (std::size_t i = 0; i < cells.size(); ++i) cells_.emplace(cells[i].swept, i);
}

std::optional<std::size_t> Siblings::find(const RunSpec& cell, const Relative& relative) const {
  std::vector<Value> swept = cell.swept;
  for (const auto& [key, value] : relative.differs)
    std::ranges::find(swept, key, &Value::first)->second = value;
  const auto found = cells_.find(swept);
  return found == cells_.end() ? std::nullopt : std::optional(found->second);
}

FieldValue times(double factor, const FieldValue& value) {
  if (const auto* t = std::get_if<Time>(&value))
    return Time(std::llround(factor * static_cast<double>(t->count())));
  if (const auto* i = std::get_if<std::int64_t>(&value)) return factor * static_cast<double>(*i);
  if (const auto* d = std::get_if<double>(&value)) return factor * *d;
  return {};
}

}  // namespace orrery::inline run
