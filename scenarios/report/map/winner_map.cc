#include "scenarios/report/map/winner_map.h"

#include <algorithm>

#include <fmt/format.h>

#include "scenarios/text/words.h"

namespace orrery::inline report {
namespace {

using Axis = WinnerMap::Axis;
using Cell = WinnerMap::Cell;

const std::string& value_of(const RunSpec& spec, const std::string& key) {
  static const std::string nothing;
  const auto found =
      std::ranges::find(spec.swept, key, &std::pair<std::string, std::string>::first);
  return found == spec.swept.end() ? nothing : found->second;
}

/// Returns the values of a swept key in the order of the sweep.
std::vector<std::string> values_of(const Scenario& scenario, const std::string& key) {
  std::vector<std::string> values;
  for (const RunSpec& spec : scenario.cells)
    if (const std::string& value = value_of(spec, key);
        std::ranges::find(values, value) == values.end())
      values.push_back(value);
  return values;
}

std::size_t index_of(const std::vector<std::string>& values, const std::string& value) {
  return static_cast<std::size_t>(std::ranges::find(values, value) - values.begin());
}

/// Returns the key along x: the requested one, or ranks, or the first that is not bytes.
std::string choose_x(const std::vector<std::string>& keys, const std::string& wanted) {
  if (!wanted.empty()) {
    if (std::ranges::find(keys, wanted) == keys.end())
      throw InputError(
          {.source = "--x", .is_option = true}, "",
          {fmt::format("'{}' is not swept", wanted), fmt::format("{}", fmt::join(keys, " or "))});
    return wanted;
  }
  if (std::ranges::find(keys, "ranks") != keys.end()) return "ranks";
  return keys.front() == "bytes" ? keys.back() : keys.front();
}

}  // namespace

std::size_t WinnerMap::algorithm(const std::string& name, const std::string& option) const {
  const auto found = std::ranges::find(algorithms, name);
  if (found != algorithms.end()) return static_cast<std::size_t>(found - algorithms.begin());
  throw InputError({.source = option, .is_option = true}, "",
                   unknown_word(name, algorithms, fmt::format("'{}' does not take part", name)));
}

WinnerMap make_map(const Scenario& scenario, const std::string& x_key) {
  std::vector<std::string> keys = scenario.swept;
  if (std::erase(keys, "algorithm") == 0)
    throw InputError(
        schedule_of(scenario.cells.front()) != nullptr
            ? "map: a schedule of operations has no algorithms to compare; expected a collective"
            : "map: there is only one algorithm to compare; expected several (--algorithm A,B,.. "
              "or all)");
  if (keys.empty() || keys.size() > 2)
    throw InputError(fmt::format(
        "map: the sweep has {} beside algorithm; expected one or two keys with several values, "
        "such as ranks and bytes",
        keys.empty() ? "no key" : fmt::format("the keys {}", fmt::join(keys, ", "))));
  WinnerMap map;
  map.title = scenario.title;
  map.x.key = choose_x(keys, x_key);
  std::erase(keys, map.x.key);
  if (!keys.empty()) map.y.key = keys.front();
  map.x.values = values_of(scenario, map.x.key);
  map.y.values = values_of(scenario, map.y.key);
  map.algorithms = values_of(scenario, "algorithm");
  const RunSpec& first = scenario.cells.front();
  for (const auto& [key, value] :
       {std::pair<std::string, std::string>{"collective", first.collective},
        {"ranks", fmt::format("{}", first.ranks)},
        {"bytes", fmt::format("{}B", first.bytes.count())}})
    if (map.x.key != key && map.y.key != key) map.fixed[key] = value;
  map.times.resize(map.cells() * map.algorithms.size());
  return map;
}

MapSlot slot_of(const WinnerMap& map, const RunSpec& spec) {
  return {{index_of(map.x.values, value_of(spec, map.x.key)),
           index_of(map.y.values, value_of(spec, map.y.key))},
          index_of(map.algorithms, value_of(spec, "algorithm"))};
}

Podium podium(const WinnerMap& map, Cell cell, const Contenders& contenders) {
  Podium p;
  const auto faster = [&](std::size_t a, const std::optional<std::size_t>& than) {
    return !than || map.time(cell, a) < map.time(cell, *than);
  };
  for (std::size_t a = 0; a < map.algorithms.size(); ++a) {
    if (!map.time(cell, a) || (contenders && !contenders(a))) continue;
    if (faster(a, p.first)) {
      p.second = p.first;
      p.first = a;
    } else if (faster(a, p.second)) {
      p.second = a;
    }
  }
  for (std::size_t a = 0; a < map.algorithms.size(); ++a)
    if (p.first && a != *p.first && map.time(cell, a) == map.time(cell, *p.first) &&
        (!contenders || contenders(a)))
      ++p.tied;
  return p;
}

bool is_close(const WinnerMap& map, Cell cell, const Contenders& contenders) {
  const Podium p = podium(map, cell, contenders);
  return map.spread > 0 && p.second &&
         to_seconds(*map.time(cell, *p.second)) <=
             (1 + map.spread) * to_seconds(*map.time(cell, *p.first));
}

std::optional<double> gain(const WinnerMap& map, Cell cell, std::size_t a,
                           const Contenders& contenders) {
  const Podium others =
      podium(map, cell, [&](std::size_t b) { return b != a && (!contenders || contenders(b)); });
  const auto own = map.time(cell, a);
  if (!own || !others.first) return std::nullopt;
  const double other = to_seconds(*map.time(cell, *others.first));
  return other > 0 ? 1 - to_seconds(*own) / other : 0;
}

GainSummary summarise_gain(const WinnerMap& map, std::size_t a, const Contenders& contenders,
                           const std::function<bool(Cell)>& select) {
  GainSummary summary;
  std::vector<double> gains;
  for (std::size_t i = 0; i < map.cells(); ++i) {
    const Cell cell = map.cell(i);
    if (select && !select(cell)) continue;
    const Podium p = podium(map, cell, contenders);
    if (!p.first) continue;
    ++summary.cells;
    if (*p.first != a) continue;
    ++summary.wins;
    if (const auto g = gain(map, cell, a, contenders)) gains.push_back(*g);
  }
  if (gains.empty()) return summary;
  std::ranges::sort(gains);
  for (const double g : gains) summary.mean += g / static_cast<double>(gains.size());
  const std::size_t half = gains.size() / 2;
  summary.median = gains.size() % 2 == 1 ? gains[half] : (gains[half - 1] + gains[half]) / 2;
  summary.best = gains.back();
  return summary;
}

std::vector<std::size_t> wins(const WinnerMap& map) {
  std::vector<std::size_t> count(map.algorithms.size());
  for (std::size_t i = 0; i < map.cells(); ++i)
    if (const Podium p = podium(map, map.cell(i)); p.first) ++count[*p.first];
  return count;
}

}  // namespace orrery::inline report
