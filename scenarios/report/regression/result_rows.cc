#include "scenarios/report/regression/result_rows.h"

#include <sstream>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "emu/base/quantity.h"
#include "scenarios/run/metrics/fields.h"
#include "scenarios/run/metrics/metric.h"
#include "scenarios/run/metrics/result_text.h"
#include "scenarios/run/results_file.h"
#include "scenarios/text/csv_table.h"
#include "scenarios/text/errors.h"
#include "scenarios/text/text_file.h"
#include "scenarios/text/words.h"

namespace orrery::inline report {
namespace {

using Json = nlohmann::ordered_json;
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

std::vector<ResultRow> rows_of_csv(const std::string& text, const std::string& path,
                                   std::vector<std::string>* warnings = nullptr) {
  std::istringstream in(text);
  const CsvTable table = read_csv(in, path);
  if (warnings != nullptr) *warnings = table.warnings;
  std::vector<ResultRow> rows;
  for (const auto& cells : table.rows) {
    ResultRow& row = rows.emplace_back();
    for (std::size_t i = 0; i < cells.size(); ++i)
      if (!cells[i].empty()) row[table.head[i]] = cells[i];
  }
  return rows;
}

/// Adds the settings of a single run of a results file to those of all runs.
ResultRow row_of_run(const ResultsText::Run& run, const std::string& swept, ResultRow row) {
  if (!swept.empty()) {
    const auto values = rows_of_csv(fmt::format("{}\n{}\n", swept, run.values), "");
    for (const auto& [key, value] : values.front()) row[key] = value;
  }
  row["bytes"] = fmt::format("{}", parse_bytes(row["bytes"]).count());
  const RunResult result = parse_result({}, run.result);
  for (const char* fact : {"blocks", "radix"})
    row[fact] = value_text(find_field(fact)->get(result));
  for (const Metric& metric : all_metrics())
    if (const FieldValue value = value_of(metric, result); value.index() != 0)
      row[std::string(metric.name)] = json_token(value);
  return row;
}

std::vector<ResultRow> rows_of_results(const std::string& text) {
  const ResultsText results = results_in(text);
  ResultRow common;
  for (const auto& [name, value] : results.settings)
    if (!value.empty()) common.emplace(name, value);
  const std::string swept = fmt::format("{}", fmt::join(split(common["swept"], ','), ","));
  std::vector<ResultRow> rows;
  rows.reserve(results.runs.size());
  for (const ResultsText::Run& run : results.runs) rows.push_back(row_of_run(run, swept, common));
  return rows;
}

}  // namespace

ResultRows read_result_rows(const std::string& path) {
  const std::string text = read_file(path, "results of `orrery run`");
  ResultRows result{path, {}};
  const std::string_view begin = trimmed(text);
  try {
    if (begin.starts_with('{'))
      result.rows = rows_of_json(text);
    else if (begin.starts_with("# results of orrery"))
      result.rows = rows_of_results(text);
    else
      result.rows = rows_of_csv(text, path, &result.warnings);
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

}  // namespace orrery::inline report
