#include "scenarios/report/score/schedule_times_report.h"

#include <cmath>
#include <functional>
#include <map>
#include <set>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "scenarios/report/table.h"
#include "scenarios/run/metrics/result_text.h"
#include "scenarios/run/score/score.h"
#include "scenarios/text/units_text.h"

namespace orrery {
namespace {

using Json = nlohmann::ordered_json;
using Keep = std::function<bool(const MeasuredSchedule&)>;

/// NaN without a prediction.
double error_of(const MeasuredSchedule& row) {
  return row.predicted ? std::abs(*row.predicted / row.seconds - 1) : std::nan("");
}

/// Errors are those of the rows with a prediction for which `keep` holds.
std::vector<double> errors(const std::vector<MeasuredSchedule>& rows, const Keep& keep) {
  std::vector<double> all;
  for (const MeasuredSchedule& row : rows)
    if (row.predicted && keep(row)) all.push_back(error_of(row));
  return all;
}

/// Rows of one size, or of one file: what they have in common, and which they are.
struct Part {
  std::string name;
  Keep has;
};

/// A part for each value of a member, in their order.
template <class Value, class Name>
std::vector<Part> parts_by(const std::vector<MeasuredSchedule>& rows,
                           Value MeasuredSchedule::*member, Name name) {
  std::set<Value> values;
  for (const MeasuredSchedule& row : rows) values.insert(row.*member);
  std::vector<Part> parts;
  parts.reserve(values.size() + 1);
  for (const Value& value : values)
    parts.push_back({name(value), [member, value](const MeasuredSchedule& row) {
                       return row.*member == value;
                     }});
  return parts;
}

std::vector<Part> by_size(const std::vector<MeasuredSchedule>& rows) {
  return parts_by(rows, &MeasuredSchedule::bytes, size_text);
}

std::vector<Part> by_file(const std::vector<MeasuredSchedule>& rows) {
  return parts_by(rows, &MeasuredSchedule::file, [](const std::string& file) { return file; });
}

bool is_fitted(const MeasuredSchedule& row) {
  return row.fitted;
}
bool is_other(const MeasuredSchedule& row) {
  return !row.fitted;
}
bool is_any(const MeasuredSchedule&) {
  return true;
}

Keep both(const Keep& a, const Keep& b) {
  return [a, b](const MeasuredSchedule& row) { return a(row) && b(row); };
}

void add_errors(std::vector<std::string>& cells, const std::vector<double>& errors) {
  cells.push_back(errors.empty() ? "–" : fmt::format("{}", errors.size()));
  for (const double part : {0.5, 0.9, 1.0}) cells.push_back(whole_percent(quantile(errors, part)));
}

/// A line for each part, those that were fitted beside the others; all of them last.
std::string table_of(const std::string& head, std::vector<Part> parts,
                     const std::vector<MeasuredSchedule>& rows) {
  TextTable table;
  table.left({head}).right(
      {"fitted", "median", "p90", "worst", "others", "median", "p90", "worst"});
  parts.push_back({"all", is_any});
  for (const Part& part : parts) {
    if (errors(rows, part.has).empty()) continue;
    std::vector<std::string> cells{part.name};
    for (const Keep& kind : {Keep(is_fitted), Keep(is_other)})
      add_errors(cells, errors(rows, both(part.has, kind)));
    table.add_row(std::move(cells));
  }
  return table.text();
}

std::string left_out(const std::vector<MeasuredSchedule>& rows) {
  std::map<std::string, int> reasons;
  for (const MeasuredSchedule& row : rows)
    if (!row.predicted) ++reasons[row.reason.substr(0, row.reason.find('\n'))];
  std::string text;
  for (const auto& [reason, count] : reasons)
    text += fmt::format("{} left out: {}\n", count, reason);
  return text.empty() ? text : '\n' + text;
}

/// Three quantiles of the errors, and how many there are.
Json object_of(const std::vector<double>& errors) {
  const auto number = [&](double part) {
    return errors.empty() ? Json() : Json(quantile(errors, part));
  };
  return {{"rows", errors.size()},
          {"median_error", number(0.5)},
          {"p90_error", number(0.9)},
          {"worst_error", number(1)}};
}

Json parts_of(const char* name, const std::vector<Part>& parts,
              const std::vector<MeasuredSchedule>& rows) {
  Json list = Json::array();
  for (const Part& part : parts)
    list.push_back({{name, part.name},
                    {"fitted", object_of(errors(rows, both(part.has, is_fitted)))},
                    {"others", object_of(errors(rows, both(part.has, is_other)))}});
  return list;
}

}  // namespace

std::string schedule_times_text(const NodeCosts& costs, const std::vector<MeasuredSchedule>& rows) {
  return fmt::format("α {} and 1/β {}, fitted on {} of {} rows\n\n{}\n{}{}",
                     short_time(costs.alpha), short_bit_rate(8 * costs.bandwidth.bytes_per_second),
                     errors(rows, is_fitted).size(), rows.size(),
                     table_of("bytes", by_size(rows), rows), table_of("file", by_file(rows), rows),
                     left_out(rows));
}

std::string schedule_times_json(const NodeCosts& costs, const std::vector<MeasuredSchedule>& rows) {
  const Json json{{"alpha_s", to_seconds(costs.alpha)},
                  {"beta_s_per_byte", 1 / costs.bandwidth.bytes_per_second},
                  {"fitted", object_of(errors(rows, is_fitted))},
                  {"others", object_of(errors(rows, is_other))},
                  {"sizes", parts_of("bytes", by_size(rows), rows)},
                  {"files", parts_of("file", by_file(rows), rows)}};
  return json.dump(1) + '\n';
}

std::string schedule_times_csv(const std::vector<MeasuredSchedule>& rows) {
  std::string out = "xml,bytes,series,measured_s,predicted_s,error,reason\n";
  for (const MeasuredSchedule& row : rows)
    out += fmt::format("{},{},{},{:.9g},{},{},{}\n", csv_text(row.file), row.bytes.count(),
                       row.fitted ? "fitted" : "predicted", row.seconds,
                       row.predicted ? fmt::format("{:.9g}", *row.predicted) : "",
                       row.predicted ? fmt::format("{:.6g}", error_of(row)) : "",
                       csv_text(row.reason.substr(0, row.reason.find('\n'))));
  return out;
}

}  // namespace orrery
