#include "scenarios/report/regression/regression.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <map>
#include <set>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "scenarios/keys/keys.h"
#include "scenarios/run/metrics/fields.h"
#include "scenarios/text/errors.h"
#include "scenarios/text/units_text.h"
#include "scenarios/text/words.h"

namespace orrery::inline report {
namespace {

using RunVerdict = ComparedRun::Verdict;
using ComparedFields = std::map<std::string, std::string>;

struct VerdictWords {
  std::string_view word;        ///< in tables
  std::string_view in_summary;  ///< after a number
};

constexpr std::array<VerdictWords, 6> kVerdictWords{{{"equal", "equal"},
                                                     {"better", "better"},
                                                     {"worse", "worse"},
                                                     {"fails", "that fail now"},
                                                     {"gone", "only in the first"},
                                                     {"added", "only in the second"}}};

const VerdictWords& words_of(RunVerdict verdict) {
  return kVerdictWords[static_cast<std::size_t>(verdict)];
}

std::string value_in(const ComparedFields& row, const std::string& field) {
  const auto found = row.find(field);
  return found == row.end() ? std::string() : found->second;
}

/// Returns the values that a field has in a file.
std::set<std::string> values_in(const ResultRows& file, const std::string& field) {
  std::set<std::string> values;
  for (const ComparedFields& row : file.rows) values.insert(value_in(row, field));
  return values;
}

bool has(const ResultRows& file, const std::string& field) {
  return std::ranges::any_of(file.rows,
                             [&](const ComparedFields& row) { return row.contains(field); });
}

/// Returns whether a field is part of the request: a key, or the scenario it belongs to.
bool is_asked(const std::string& field) {
  return field == "scenario" || find_key(field) != nullptr;
}

/// Sorts the keys that both files have; keys that vary within a file distinguish its runs.
void sort_keys(const ResultRows& before, const ResultRows& after, RegressionReport& report) {
  std::vector<std::string> names{"scenario"};
  for (const std::string_view field : field_names()) names.emplace_back(field);
  for (const std::string& name : names) {
    if (!is_asked(name) || !has(before, name) || !has(after, name)) continue;
    const auto first = values_in(before, name), second = values_in(after, name);
    if (first.size() > 1 || second.size() > 1)
      report.keys.push_back(name);
    else if (first != second)
      report.differences.push_back(
          fmt::format("{} {} -> {}", name, *first.begin(), *second.begin()));
  }
}

FieldValue value_of_metric(const ComparedFields& row, const Metric& metric) {
  const std::string text = value_in(row, std::string(metric.name));
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (text.empty() || error != std::errc() || end != text.data() + text.size()) return {};
  if (metric.kind == Kind::kTime) return Time(std::llround(number * 1e12));
  if (metric.kind == Kind::kInteger || metric.kind == Kind::kBytes)
    return static_cast<std::int64_t>(std::llround(number));
  return number;
}

void judge(ComparedRun& run, const Metric& metric) {
  const double before = number_of(run.before), after = number_of(run.after);
  if (std::isnan(before)) return;
  if (std::isnan(after)) {
    run.verdict = RunVerdict::kFails;
  } else if (before != after) {
    run.change = after / before - 1;
    const bool more = after > before;
    run.verdict =
        more == (metric.better == Metric::Better::kMore) ? RunVerdict::kBetter : RunVerdict::kWorse;
  }
}

std::vector<std::string> values_of(const ComparedFields& row,
                                   const std::vector<std::string>& keys) {
  std::vector<std::string> values;
  values.reserve(keys.size());
  for (const std::string& key : keys) values.push_back(value_in(row, key));
  return values;
}

/// Returns the values of the keys for readers: "1 KiB" for 1024 bytes.
std::vector<std::string> shown_values(const RegressionReport& report, const ComparedRun& run) {
  std::vector<std::string> values = run.values;
  for (std::size_t i = 0; i < values.size(); ++i)
    if (report.keys[i] == "bytes" && !values[i].empty() &&
        values[i].find_first_not_of("0123456789") == std::string::npos)
      values[i] = short_size(parse_bytes(values[i] + "B"));
  return values;
}

/// Returns the change in per cent; nothing if there is no change.
std::string changed_by(double change) {
  if (change == 0) return {};
  return std::isinf(change) ? "from 0" : fmt::format("{:+.2f} %", 100 * change);
}

std::string text_of_value(const Metric& metric, const FieldValue& value) {
  const std::string text = shown(metric.kind, value, 4);
  return text.empty() ? "–" : text;
}

}  // namespace

RegressionReport compare_results(const ResultRows& before, const ResultRows& after,
                                 const Metric& metric) {
  RegressionReport report{.before = before.name, .after = after.name, .metric = &metric};
  for (const ResultRows* file : {&before, &after})
    if (!has(*file, std::string(metric.name)))
      throw InputError(fmt::format("{}: has no {}; expected a metric that both files have",
                                   file->name, metric.name));
  sort_keys(before, after, report);
  std::multimap<std::vector<std::string>, const ComparedFields*> partners;
  for (const ComparedFields& row : after.rows) partners.emplace(values_of(row, report.keys), &row);
  for (const ComparedFields& row : before.rows) {
    ComparedRun run{.values = values_of(row, report.keys), .before = value_of_metric(row, metric)};
    if (const auto [partner, end] = partners.equal_range(run.values); partner != end) {
      run.after = value_of_metric(*partner->second, metric);
      partners.erase(partner);
      judge(run, metric);
    } else {
      run.verdict = RunVerdict::kGone;
    }
    report.runs.push_back(std::move(run));
  }
  std::vector<const ComparedFields*> added;
  for (const auto& [values, row] : partners) added.push_back(row);
  std::ranges::sort(added);  // the order of their file, as they lie side by side
  for (const ComparedFields* row : added)
    report.runs.push_back({.values = values_of(*row, report.keys),
                           .after = value_of_metric(*row, metric),
                           .verdict = RunVerdict::kAdded});
  return report;
}

bool is_regression(const ComparedRun& run, double share) {
  if (run.verdict == RunVerdict::kWorse) return std::abs(run.change) > share;
  return run.verdict == RunVerdict::kFails || run.verdict == RunVerdict::kGone;
}

TextTable regression_table(const RegressionReport& report, bool all) {
  TextTable table;
  for (const std::string& key : report.keys) table.left({key});
  table.right({"before", "after", "change"}).left({"verdict"});
  for (const ComparedRun& run : report.runs) {
    if (!all && run.verdict == RunVerdict::kEqual) continue;
    std::vector<std::string> row = shown_values(report, run);
    row.push_back(text_of_value(*report.metric, run.before));
    row.push_back(text_of_value(*report.metric, run.after));
    row.push_back(changed_by(run.change));
    row.emplace_back(words_of(run.verdict).word);
    table.add_row(std::move(row));
  }
  return table;
}

std::string regression_summary(const RegressionReport& report) {
  std::string out;
  for (const RunVerdict verdict : {RunVerdict::kWorse, RunVerdict::kFails, RunVerdict::kGone,
                                   RunVerdict::kAdded, RunVerdict::kBetter, RunVerdict::kEqual}) {
    std::size_t count = 0;
    double most = 0;
    for (const ComparedRun& run : report.runs)
      if (run.verdict == verdict) {
        ++count;
        most = std::abs(run.change) > std::abs(most) ? run.change : most;
      }
    if (count == 0) continue;
    out += fmt::format("{}{} {}", out.empty() ? "" : ", ", count, words_of(verdict).in_summary);
    if (most != 0) out += fmt::format(" (at most {})", changed_by(most));
  }
  return fmt::format("{} of {}: {}", report.metric->name, counted(std::ssize(report.runs), "run"),
                     out);
}

std::string regression_json(const RegressionReport& report) {
  using Json = nlohmann::ordered_json;
  Json runs = Json::array();
  for (const ComparedRun& run : report.runs) {
    Json row;
    for (std::size_t i = 0; i < report.keys.size(); ++i) {
      const Json number = Json::parse(run.values[i], nullptr, false);
      row[report.keys[i]] = number.is_number() ? number : Json(run.values[i]);
    }
    row.update({{"before", number_of(run.before)},
                {"after", number_of(run.after)},
                {"change", run.change},
                {"verdict", words_of(run.verdict).word}});
    runs.push_back(std::move(row));
  }
  return Json{{"before", report.before},
              {"after", report.after},
              {"metric", report.metric->name},
              {"differences", report.differences},
              {"runs", std::move(runs)}}
             .dump(1) +
         '\n';
}

JunitSuite regression_cases(const RegressionReport& report, double share) {
  JunitSuite suite(fmt::format("{} against {}", report.after, report.before));
  for (const ComparedRun& run : report.runs) {
    if (run.verdict == RunVerdict::kAdded) continue;
    std::string name(report.metric->name);
    const std::vector<std::string> values = shown_values(report, run);
    for (std::size_t i = 0; i < report.keys.size(); ++i)
      name += fmt::format("{}{} {}", i == 0 ? " of " : ", ", report.keys[i], values[i]);
    const bool worse = is_regression(run, share);
    suite.add(
        {.name = name,
         .ended = worse ? "failure" : "",
         .type = worse ? words_of(run.verdict).word : "",
         .message =
             worse ? fmt::format("{} -> {} {}", text_of_value(*report.metric, run.before),
                                 text_of_value(*report.metric, run.after), changed_by(run.change))
                   : ""});
  }
  return suite;
}

}  // namespace orrery::inline report
