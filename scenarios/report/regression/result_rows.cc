#include "scenarios/report/regression/result_rows.h"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <stdexcept>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "emu/base/quantity.h"
#include "scenarios/run/metrics/fields.h"
#include "scenarios/run/metrics/metric.h"
#include "scenarios/run/metrics/result_text.h"
#include "scenarios/text/csv_table.h"
#include "scenarios/text/errors.h"
#include "scenarios/text/words.h"

namespace orrery {
namespace {

using Json = nlohmann::json;
using ResultRow = std::map<std::string, std::string>;

std::vector<ResultRow> rows_of_json(const std::string& text) {
  const Json document = Json::parse(text);
  std::vector<ResultRow> rows;
  for (const Json& run : document.at("runs")) {
    ResultRow& row = rows.emplace_back();
    for (const auto& [name, value] : run.items()) {
      if (value.is_string())
        row[name] = value.get<std::string>();
      else if (value.is_primitive() && !value.is_null())
        row[name] = value.dump();
    }
  }
  return rows;
}

std::vector<ResultRow> rows_of_csv(const std::string& text, const std::string& path) {
  std::istringstream in(text);
  const CsvTable table = read_csv(in, path);
  std::vector<ResultRow> rows;
  for (const auto& cells : table.rows) {
    ResultRow& row = rows.emplace_back();
    for (std::size_t i = 0; i < cells.size(); ++i)
      if (!cells[i].empty()) row[table.head[i]] = cells[i];
  }
  return rows;
}

/// Adds a line of a results file: a checksum, the swept values as CSV and the result.
ResultRow row_of_line(std::string_view line, const std::string& swept, ResultRow row) {
  const auto cells = split(line, '\t');
  if (cells.size() != 3) throw std::invalid_argument("a line has no result");
  for (ResultRow& values : rows_of_csv(fmt::format("{}\n{}\n", swept, cells[1]), ""))
    for (auto& [key, value] : values) row[key] = value;
  row["bytes"] = fmt::format("{}", parse_bytes(row["bytes"]).count());
  const RunResult result = parse_result({}, cells[2]);
  for (const char* fact : {"outcome", "error", "blocks", "radix"})
    row[fact] = value_text(find_field(fact)->get(result));
  for (const Metric& metric : all_metrics())
    if (const FieldValue value = value_of(metric, result); value.index() != 0)
      row[std::string(metric.name)] = json_token(value);
  return row;
}

/// Reads a results file: "# key = value" holds for all runs. A last line that was cut off is left out.
std::vector<ResultRow> rows_of_results(std::string_view text) {
  std::vector<ResultRow> rows;
  ResultRow common;
  std::string swept;
  while (text.find('\n') != std::string_view::npos) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(line.size() + 1);
    const std::size_t equals = line.find(" = ");
    if (!line.starts_with("# "))
      rows.push_back(row_of_line(line, swept, common));
    else if (line.starts_with("# swept = "))
      swept = fmt::format("{}", fmt::join(split(line.substr(equals + 3), ','), ","));
    else if (equals != std::string_view::npos && equals + 3 < line.size())
      common[std::string(line.substr(2, equals - 2))] = line.substr(equals + 3);
  }
  return rows;
}

}  // namespace

ResultRows read_result_rows(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in || std::filesystem::is_directory(path))
    throw InputError(fmt::format("{}: cannot be read; expected results of `orrery run`", path));
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  ResultRows result{path, {}};
  const std::string_view begin = trimmed(text);
  try {
    if (begin.starts_with('{'))
      result.rows = rows_of_json(text);
    else if (begin.starts_with("# results of orrery"))
      result.rows = rows_of_results(text);
    else
      result.rows = rows_of_csv(text, path);
  } catch (const InputError&) {
    throw;
  } catch (const std::exception& e) {
    throw InputError(fmt::format(
        "{}: {}; expected what --json, --csv or --resume of `orrery run` wrote", path, e.what()));
  }
  if (result.rows.empty())
    throw InputError(fmt::format("{}: has no runs; expected results of `orrery run`", path));
  return result;
}

}  // namespace orrery
