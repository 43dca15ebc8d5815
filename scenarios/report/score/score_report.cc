#include "scenarios/report/score/score_report.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <map>
#include <set>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "scenarios/report/table.h"
#include "scenarios/run/metrics/result_text.h"
#include "scenarios/text/units_text.h"

namespace orrery::inline report {

namespace {

using Json = nlohmann::ordered_json;
using Keep = std::function<bool(const MeasuredSchedule&)>;

/// Returns the error; NaN without a prediction.
double error_of(const MeasuredSchedule& row) {
  return row.predicted ? std::abs(*row.predicted / row.seconds - 1) : std::nan("");
}

/// Returns the errors of the rows with a prediction for which `keep` holds.
std::vector<double> errors(const std::vector<MeasuredSchedule>& rows, const Keep& keep) {
  std::vector<double> all;
  for (const MeasuredSchedule& row : rows)
    if (row.predicted && keep(row)) all.push_back(error_of(row));
  return all;
}

/// The rows of one size, or of one file, with their common name.
struct MachinePart {
  std::string name;
  Keep has;
};

/// Returns a part for each value of a member, in their order.
template <class Value, class Name>
std::vector<MachinePart> parts_by(const std::vector<MeasuredSchedule>& rows,
                                  Value MeasuredSchedule::*member, Name name) {
  std::set<Value> values;
  for (const MeasuredSchedule& row : rows) values.insert(row.*member);
  std::vector<MachinePart> parts;
  parts.reserve(values.size() + 1);
  for (const Value& value : values)
    parts.push_back({name(value), [member, value](const MeasuredSchedule& row) {
                       return row.*member == value;
                     }});
  return parts;
}

std::vector<MachinePart> by_size(const std::vector<MeasuredSchedule>& rows) {
  return parts_by(rows, &MeasuredSchedule::bytes, size_text);
}

std::vector<MachinePart> by_file(const std::vector<MeasuredSchedule>& rows) {
  return parts_by(rows, &MeasuredSchedule::file, [](const std::string& file) { return file; });
}

bool is_fitted(const MeasuredSchedule& row) {
  return row.fitted;
}
bool is_other(const MeasuredSchedule& row) {
  return !row.fitted;
}

Keep both(const Keep& a, const Keep& b) {
  return [a, b](const MeasuredSchedule& row) { return a(row) && b(row); };
}

void add_errors(std::vector<std::string>& cells, const std::vector<double>& errors) {
  cells.push_back(errors.empty() ? "–" : fmt::format("{}", errors.size()));
  for (const double part : {0.5, 0.9, 1.0}) cells.push_back(whole_percent(quantile(errors, part)));
}

/// Returns a line for each part, fitted ones beside the others; all of them last.
std::string table_of(const std::string& head, std::vector<MachinePart> parts,
                     const std::vector<MeasuredSchedule>& rows) {
  TextTable table;
  table.left({head}).right(
      {"fitted", "median", "p90", "worst", "others", "median", "p90", "worst"});
  parts.push_back({"all", [](const MeasuredSchedule&) { return true; }});
  for (const MachinePart& part : parts) {
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

/// Returns three quantiles of the errors, and their number.
Json object_of(const std::vector<double>& errors) {
  const auto number = [&](double part) {
    return errors.empty() ? Json() : Json(quantile(errors, part));
  };
  return {{"rows", errors.size()},
          {"median_error", number(0.5)},
          {"p90_error", number(0.9)},
          {"worst_error", number(1)}};
}

Json parts_of(const char* name, const std::vector<MachinePart>& parts,
              const std::vector<MeasuredSchedule>& rows) {
  Json list = Json::array();
  for (const MachinePart& part : parts)
    list.push_back({{name, part.name},
                    {"fitted", object_of(errors(rows, both(part.has, is_fitted)))},
                    {"others", object_of(errors(rows, both(part.has, is_other)))}});
  return list;
}

TextTable score_table() {
  TextTable table;
  table.left({"machine", "collective"})
      .right({"rows", "median", "p90", "cells", "fastest", "≤10 %", "≤25 %", "τ", "library", "",
              "chance", ""});
  return table;
}

void add_score(TextTable& table, const PredictionScore& s) {
  table.add_row({s.machine, s.collective, fmt::format("{}", s.rows), whole_percent(s.median_error),
                 whole_percent(s.p90_error), fmt::format("{}", s.cells), whole_percent(s.fastest),
                 whole_percent(s.within_10), whole_percent(s.within_25),
                 std::isnan(s.tau) ? "–" : fmt::format("{:.2f}", s.tau),
                 whole_percent(s.library_within_10), whole_percent(s.library_within_25),
                 whole_percent(s.chance_within_10), whole_percent(s.chance_within_25)});
}

/// Returns how certain the predicted names are.
std::string names_text(const PredictionScore& s) {
  if (s.cells == 0) return "";
  return fmt::format(
      "\nA single algorithm is predicted in {} of the cells: in {} of these it is within 10 % of "
      "the fastest.\nSeveral, within {:.0f} % of each other, are predicted in {}: in {} of these "
      "the fastest is among them.\n",
      whole_percent(s.one_name), whole_percent(s.one_right), 100 * (kSpread - 1),
      whole_percent(1 - s.one_name), whole_percent(s.several_have));
}

PredictionScore named(PredictionScore score, std::string_view name) {
  score.machine = "all";
  score.collective = name;
  return score;
}

/// Returns the common part of reasons that differ only in numbers: "# ranks are more than # on each of #
/// nodes".
std::string without_numbers(const std::string& reason) {
  std::string kind;
  for (const char c : reason) {
    const bool digit = c >= '0' && c <= '9';
    if (!digit || !kind.ends_with('#')) kind += digit ? '#' : c;
  }
  return kind;
}

std::string reasons_text(const std::vector<ScoredRow>& rows) {
  struct Kind {
    std::size_t rows = 0;
    std::set<std::string> reasons;
  };
  std::map<std::string, Kind> kinds;
  for (const ScoredRow& r : rows) {
    if (r.reason.empty()) continue;
    const std::string reason = r.reason.substr(0, r.reason.find('\n'));
    Kind& kind = kinds[without_numbers(reason)];
    ++kind.rows;
    kind.reasons.insert(reason);
  }
  if (kinds.empty()) return "";
  TextTable table;
  table.right({"rows"}).left({"left out"});
  for (const auto& [name, kind] : kinds)
    table.add_row({fmt::format("{}", kind.rows),
                   *kind.reasons.begin() + (kind.reasons.size() > 1 ? ", or the like" : "")});
  return '\n' + table.text(2);
}

nlohmann::ordered_json object_of(const PredictionScore& s) {
  return {{"machine", s.machine},
          {"collective", s.collective},
          {"rows", s.rows},
          {"median_error", s.median_error},
          {"p90_error", s.p90_error},
          {"cells", s.cells},
          {"fastest", s.fastest},
          {"within_10", s.within_10},
          {"within_25", s.within_25},
          {"tau", s.tau},
          {"one_name", s.one_name},
          {"one_name_right", s.one_right},
          {"several_have_fastest", s.several_have},
          {"library_within_10", s.library_within_10},
          {"library_within_25", s.library_within_25}};
}

std::string csv_of(const ScoredRow& r) {
  std::vector<std::string> cells{r.row.machine,
                                 r.row.timestamp,
                                 fmt::format("{}", r.row.ranks),
                                 r.row.collective,
                                 r.row.implementation,
                                 r.row.algorithm,
                                 fmt::format("{}", r.row.bytes.count()),
                                 r.counterpart,
                                 r.fitted ? "fitted" : "predicted",
                                 fmt::format("{:.9g}", r.row.seconds),
                                 r.predicted ? fmt::format("{:.9g}", *r.predicted) : "",
                                 r.predicted ? fmt::format("{:.6g}", r.error()) : "",
                                 r.reason.substr(0, r.reason.find('\n'))};
  std::string line;
  for (const std::string& cell : cells) line += (line.empty() ? "" : ",") + csv_text(cell);
  return line + '\n';
}

/// An axis of sizes as names, twice, with a gap.
class SizeAxis {
 public:
  explicit SizeAxis(const std::vector<ScoreCell>& cells) {
    for (const ScoreCell& c : cells) places_.emplace(c.bytes, 0);
    int place = 0;
    for (auto& [bytes, at] : places_) at = place++;
  }
  double measured(Bytes bytes) const { return places_.at(bytes); }
  double predicted(Bytes bytes) const {
    return static_cast<double>(places_.size()) + 1 + places_.at(bytes);
  }
  std::vector<std::string> names() const {
    std::vector<std::string> names;
    names.reserve(places_.size());
    for (const auto& [bytes, at] : places_) names.push_back(short_name(bytes));
    std::vector<std::string> both = names;
    both.emplace_back(" ");
    both.insert(both.end(), names.begin(), names.end());
    return both;
  }

 private:
  static std::string short_name(Bytes bytes) {
    constexpr std::array kUnits{"", "K", "M", "G"};
    std::size_t unit = 0;
    std::int64_t n = bytes.count();
    for (; n >= 1024 && n % 1024 == 0 && unit + 1 < kUnits.size(); n /= 1024) ++unit;
    return fmt::format("{}{}", n, kUnits[unit]);
  }

  std::map<Bytes, int> places_;
};

}  // namespace

std::string times_text(const std::vector<MeasuredSchedule>& rows, const std::string& what) {
  return table_of(what, by_file(rows), rows) + left_out(rows);
}

std::string times_json(const std::vector<MeasuredSchedule>& rows) {
  const Json json{{"fitted", object_of(errors(rows, is_fitted))},
                  {"others", object_of(errors(rows, is_other))},
                  {"sizes", parts_of("bytes", by_size(rows), rows)},
                  {"layouts", parts_of("layout", by_file(rows), rows)}};
  return json.dump(1) + '\n';
}

std::string schedule_times_text(const NodeCosts& costs, const std::vector<MeasuredSchedule>& rows) {
  return fmt::format("α {} and 1/β {}, fitted on {} of {} rows\n\n{}\n{}", short_time(costs.alpha),
                     short_bit_rate(8 * costs.bandwidth.bytes_per_second),
                     errors(rows, is_fitted).size(), rows.size(),
                     table_of("bytes", by_size(rows), rows), times_text(rows, "file"));
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

std::string schedule_times_csv(const std::vector<MeasuredSchedule>& rows, const std::string& what) {
  std::string out = what + ",bytes,series,measured_s,predicted_s,error,reason\n";
  for (const MeasuredSchedule& row : rows)
    out += fmt::format("{},{},{},{:.9g},{},{},{}\n", csv_text(row.file), row.bytes.count(),
                       row.fitted ? "fitted" : "predicted", row.seconds,
                       row.predicted ? fmt::format("{:.9g}", *row.predicted) : "",
                       row.predicted ? fmt::format("{:.6g}", error_of(row)) : "",
                       csv_text(row.reason.substr(0, row.reason.find('\n'))));
  return out;
}

std::string score_text(const std::vector<ScoredRow>& rows) {
  TextTable table = score_table();
  for (const PredictionScore& s : scores_by_machine(rows)) add_score(table, s);
  add_score(table, named(score_of(predicted_rows(rows)), "all"));
  for (const bool fitted : {true, false})
    add_score(table, named(score_of(predicted_rows(
                               rows, [&](const ScoredRow& r) { return r.fitted == fitted; })),
                           fitted ? "fitted jobs" : "other jobs"));
  return table.text() + names_text(score_of(predicted_rows(rows))) + reasons_text(rows);
}

std::string score_json(const std::vector<ScoredRow>& rows) {
  nlohmann::ordered_json json{{"all", object_of(score_of(predicted_rows(rows)))},
                              {"machines", nlohmann::ordered_json::array()}};
  for (const PredictionScore& s : scores_by_machine(rows)) json["machines"].push_back(object_of(s));
  return json.dump(1) + '\n';
}

std::string score_csv(const std::vector<ScoredRow>& rows) {
  std::string out =
      "machine,timestamp,ranks,collective,impl,algorithm,bytes,counterpart,series,measured_s,"
      "predicted_s,error,reason\n";
  for (const ScoredRow& r : rows) out += csv_of(r);
  return out;
}

Plot score_plot(const std::vector<ScoredRow>& rows) {
  Plot plot{.title = "Predicted against measured",
            .x = {.label = "measured (s)", .log = true},
            .y = {.label = "predicted (s)", .log = true},
            .series = {}};
  std::map<std::string, std::vector<std::pair<double, double>>> points;
  double least = 1e300, most = 0;
  for (const ScoredRow& r : rows) {
    if (!r.predicted) continue;
    points[r.row.machine + (r.fitted ? ", fitted" : ", predicted")].emplace_back(r.row.seconds,
                                                                                 *r.predicted);
    least = std::min(least, r.row.seconds);
    most = std::max(most, r.row.seconds);
  }
  for (auto& [name, all] : points) {
    std::ranges::sort(all);
    plot.series.push_back({.name = name, .points = std::move(all), .scattered = true});
  }
  if (most > 0)
    plot.series.push_back({.name = "as measured", .points = {{least, least}, {most, most}}});
  return plot;
}

Plot winners_plot(const std::vector<ScoredRow>& rows) {
  const std::vector<ScoreCell> cells = cells_of(predicted_rows(rows));
  const SizeAxis sizes(cells);
  Plot plot{.title = "Fastest algorithm: measured | predicted",
            .x = {.label = "bytes: measured | predicted", .names = sizes.names()},
            .y = {.label = "job"},
            .series = {},
            .kind = Plot::Kind::kCells};
  std::map<std::string, Plot::Series> series;
  const auto mark = [&](const std::string& algorithm, double x) {
    Plot::Series& s = series.try_emplace(algorithm, Plot::Series{.name = algorithm}).first->second;
    s.points.emplace_back(x, static_cast<double>(plot.y.names.size()) - 1);
  };
  for (const ScoreCell& c : cells) {
    const std::string line = fmt::format("{} ×{} {}", c.job, c.ranks, c.collective);
    if (plot.y.names.empty() || plot.y.names.back() != line) plot.y.names.push_back(line);
    mark(std::ranges::min_element(c.entries, {}, &ScoreCell::Entry::measured)->algorithm,
         sizes.measured(c.bytes));
    mark(std::ranges::min_element(c.entries, {}, &ScoreCell::Entry::predicted)->algorithm,
         sizes.predicted(c.bytes));
  }
  for (auto& [name, s] : series) plot.series.push_back(std::move(s));
  return plot;
}

}  // namespace orrery::inline report
