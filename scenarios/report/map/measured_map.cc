#include "scenarios/report/map/measured_map.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "algorithms/algorithm.h"
#include "scenarios/run/score/score.h"
#include "scenarios/text/benchmark_log.h"
#include "scenarios/text/scenario_library.h"
#include "scenarios/text/text_file.h"
#include "scenarios/text/units_text.h"
#include "scenarios/text/words.h"

namespace orrery::inline report {
namespace {

/// Ranks, bytes and algorithm, which identify a cell.
using MeasuredCell = std::tuple<int, std::int64_t, std::string>;

bool has_column(const CsvTable& table, std::string_view column) {
  return std::ranges::find(table.head, column) != table.head.end();
}

std::string_view time_column(const CsvTable& table) {
  for (const std::string_view name : {"time_s", "median_s", "completion_time_s"})
    if (has_column(table, name)) return name;
  throw InputError(fmt::format(
      "{}: no column has times; expected time_s, median_s or completion_time_s", table.name));
}

/// Returns the one value that all rows have in a column; empty without such a column.
std::string only_value(const CsvTable& table, const char* column) {
  if (!has_column(table, column)) return {};
  std::set<std::string> values;
  for (const auto& row : table.rows) values.insert(row[table.column(column)]);
  if (values.size() > 1)
    throw InputError(fmt::format("{}: the rows are of {}; expected one {}, such as --where {}={}",
                                 table.name, fmt::join(values, ", "), column, column,
                                 *values.begin()));
  return *values.begin();
}

/// Returns the times of each cell.
std::map<MeasuredCell, std::vector<double>> times_of(const CsvTable& table) {
  constexpr double kLeast = 1e-12, kMost = 1e6;
  const std::string column(time_column(table));
  std::map<MeasuredCell, std::vector<double>> times;
  for (std::size_t row = 0; row < table.rows.size(); ++row) {
    const CsvLine line(table, row);
    if (line.text(column).empty()) continue;  // of a run that failed or was not run
    const double seconds = line.number<double>(column, kLeast, "a time in seconds");
    if (seconds > kMost) line.refuse(column, "is too long", "a time in seconds");
    times[{line.count("ranks"), line.number<std::int64_t>("bytes", 0, "a number of bytes"),
           line.word("algorithm")}]
        .push_back(seconds);
  }
  return times;
}

/// Returns the keys that have several values in the cells.
std::vector<std::string> swept_keys(const Scenario& scenario) {
  std::vector<std::string> keys;
  for (std::size_t i = 0; i < scenario.cells.front().swept.size(); ++i) {
    const auto& [key, first] = scenario.cells.front().swept[i];
    if (std::ranges::any_of(scenario.cells,
                            [&](const RunSpec& cell) { return cell.swept[i].second != first; }))
      keys.push_back(key);
  }
  return keys;
}

/// Brings the values of both axes into the order of their numbers.
void sort_axes(MeasuredMap& measured) {
  std::map<std::string, std::int64_t> ranks, bytes;
  for (const RunSpec& cell : measured.scenario.cells) {
    ranks[fmt::format("{}", cell.ranks)] = cell.ranks;
    bytes[cell.bytes_text] = cell.bytes.count();
  }
  for (WinnerMap::Axis* const axis : {&measured.map.x, &measured.map.y})
    if (!axis->key.empty())
      std::ranges::sort(axis->values, {}, [&](const std::string& value) {
        return (axis->key == "ranks" ? ranks : bytes).at(value);
      });
}

}  // namespace

bool has_measured_times(const std::string& file) {
  std::error_code none;
  const std::filesystem::path found = find_example(file);
  return std::filesystem::is_regular_file(found, none) &&
         (file.ends_with(".csv") || !benchmark_in_words(beginning_of(found)).empty());
}

MeasuredMap measured_map(const CsvTable& all, const std::vector<ColumnValue>& where,
                         const std::string& x_key) {
  const CsvTable table = selected(all, where);
  if (table.rows.empty())
    throw InputError(
        fmt::format("{}: no row has the values of --where; expected some", table.name));
  const std::string collective = only_value(table, "collective"),
                    machine = only_value(table, "machine");
  MeasuredMap measured;
  const auto times = times_of(table);
  if (times.empty()) throw InputError(fmt::format("{}: no row has a time", table.name));
  for (const auto& [key, seconds] : times) {
    const auto& [ranks, bytes, algorithm] = key;
    RunSpec cell;
    if (!collective.empty()) cell.collective = collective;
    cell.algorithm = algorithm, cell.ranks = ranks, cell.bytes = Bytes(bytes);
    cell.bytes_text = size_text(cell.bytes);
    cell.swept = {
        {"ranks", fmt::format("{}", ranks)}, {"bytes", cell.bytes_text}, {"algorithm", algorithm}};
    measured.scenario.cells.push_back(std::move(cell));
  }
  measured.scenario.title =
      fmt::format("Measured in {}{}{}", table.name, machine.empty() ? "" : " on ", machine);
  measured.scenario.swept = swept_keys(measured.scenario);
  measured.map = make_map(measured.scenario, x_key);
  sort_axes(measured);
  for (const RunSpec& cell : measured.scenario.cells) {
    const MapSlot slot = slot_of(measured.map, cell);
    const auto& seconds = times.at({cell.ranks, cell.bytes.count(), cell.algorithm});
    measured.map.time(slot.cell, slot.algorithm) =
        Time(std::llround(quantile(seconds, 0.5) * 1e12));
  }
  return measured;
}

void check_known_algorithms(const MeasuredMap& measured) {
  const std::string& collective = measured.scenario.cells.front().collective;
  for (const std::string& name : measured.map.algorithms)
    if (algorithm_or_null(collective, name) == nullptr)
      throw InputError(
          {.source = "--rules", .is_option = true}, "",
          {fmt::format("'{}' is not an algorithm of the catalogue for {}", name, collective),
           "algorithms that orrery list algorithms names"});
}

}  // namespace orrery::inline report
