#include "scenarios/report/export.h"

#include <set>

#include <fmt/format.h>

#include "scenarios/run/metrics/fields.h"
#include "scenarios/run/metrics/result_text.h"
#include "scenarios/run/operation_results.h"
#include "scenarios/run/sizes/size_fit.h"

namespace orrery::inline report {
namespace {

std::string_view verdict_name(Check::Verdict verdict) {
  if (verdict == Check::Verdict::kPassed) return "passed";
  return verdict == Check::Verdict::kFailed ? "failed" : "skipped";
}

/// Returns text, or null if it is empty.
FieldValue text_or_null(const std::string& text) {
  return text.empty() ? FieldValue() : FieldValue(text);
}

std::string check_object(const Check& c) {
  const Expectation& e = *c.expectation;
  return json_object(
      {{"key", e.key},
       {"line", std::int64_t{e.place.line}},
       {"run", c.cell ? FieldValue(static_cast<std::int64_t>(*c.cell)) : FieldValue()},
       {"expected", text_or_null(c.expected)},
       {"got", c.got},
       {"outcome", std::string(verdict_name(c.verdict))},
       {"message", text_or_null(c.message)}});
}

/// Returns objects with commas between them.
template <class Item>
std::string json_items(const std::vector<Item>& items, std::string (*object)(const Item&)) {
  std::string out;
  for (const Item& item : items) out += fmt::format("{}\n{}", out.empty() ? "" : ",", object(item));
  return out;
}

std::string fit_object(const SizeFit& f) {
  std::string out;
  for (const auto& [key, value] : f.series)
    out += fmt::format("\"{}\": {}, ", key, json_token(FieldValue(value)));
  return fmt::format(
      "    {{{}\"sizes\": {}, \"alpha_s\": {}, \"beta_s_per_byte\": {}, \"median_error\": {}, "
      "\"worst_error\": {}}}",
      out, f.sizes, json_token(f.fit.alpha), json_token(f.fit.beta), json_token(f.fit.median_error),
      json_token(f.fit.worst_error));
}

std::string rank_times_object(const RankTimes& t) {
  const std::pair<std::string_view, Time> members[] = {
      {"end_s", t.end},
      {"computing_s", t.of(NodeKind::kComputing)},
      {"collective_s", t.of(NodeKind::kCollective)},
      {"message_s", t.of(NodeKind::kMessage)},
      {"exposed_s", t.exposed},
      {"idle_s", t.idle}};
  std::string out;
  for (const auto& [name, time] : members)
    out += fmt::format("{}\"{}\": {}", out.empty() ? "" : ", ", name, json_token(FieldValue(time)));
  return fmt::format("        {{{}}}", out);
}

std::vector<TestCase> cases_of(const std::vector<RunResult>& results,
                               const std::vector<Check>& checks) {
  std::vector<TestCase> cases;
  const std::set<std::size_t> as_expected = cells_as_expected(checks);
  for (std::size_t i = 0; i < results.size(); ++i) {
    const RunResult& r = results[i];
    const std::string cell = cell_name(r.spec);
    const bool fails = r.outcome != Outcome::kFine && !as_expected.contains(i);
    cases.push_back({.name = fmt::format("run{}{}", cell.empty() ? "" : " ", cell),
                     .seconds = r.effort ? r.effort->wall_s : 0,
                     .ended = fails ? ending_of(r.outcome) : "",
                     .type = !has_run(r) ? "" : outcome_name(r.outcome),
                     .message = r.error.value_or(""),
                     .printed = r.printed});
  }
  for (const Check& check : checks) {
    const std::string cell = check.cell ? cell_name(results[*check.cell].spec) : std::string();
    cases.push_back({.name = fmt::format("expect {}{}{}", check.expectation->key,
                                         cell.empty() ? "" : " in ", cell),
                     .ended = check.failed()    ? "failure"
                              : check.skipped() ? "skipped"
                                                : "",
                     .type = check.failed() ? "expectation" : "",
                     .message = check.message});
  }
  return cases;
}

}  // namespace

std::vector<std::pair<std::string, FieldValue>> further_fields(const RunResult& r) {
  auto fields = operation_fields(r);
  fields.insert(fields.end(), r.more.begin(), r.more.end());
  return fields;
}

std::string csv_cell(const FieldValue& value) {
  const auto* text = std::get_if<std::string>(&value);
  if (text != nullptr) return csv_text(*text);
  std::string token = json_token(value);
  return token == "null" ? std::string() : token;
}

std::string json_object(const JsonMembers& members) {
  std::string out;
  for (const auto& [name, value] : members)
    out += fmt::format("{}\n      \"{}\": {}", out.empty() ? "" : ",", name, json_token(value));
  return fmt::format("    {{{}\n    }}", out);
}

std::string json_run(const RunResult& r, const std::string& more) {
  std::string out;
  for (const Field& f : fields())
    out +=
        fmt::format("{}\n      \"{}\": {}", out.empty() ? "" : ",", f.name, json_token(f.get(r)));
  for (const auto& [name, value] : further_fields(r))
    out += fmt::format(",\n      \"{}\": {}", name, json_token(value));
  if (!r.waiting_ranks.empty())
    out += fmt::format(",\n      \"waiting_ranks\": [{}]", fmt::join(r.waiting_ranks, ", "));
  if (r.trace)
    out += fmt::format(",\n      \"rank_times\": [{}\n      ]",
                       json_items(r.trace->ranks, rank_times_object));
  if (!r.printed.empty())
    out += fmt::format(",\n      \"printed\": {}", json_token(FieldValue(r.printed)));
  return fmt::format("    {{{}{}\n    }}", out, more);
}

std::string json_runs(const std::vector<RunResult>& results) {
  return json_items<RunResult>(results, [](const RunResult& r) { return json_run(r); });
}

std::string json_expectations(const std::vector<Check>& checks) {
  return json_items(checks, check_object);
}

std::string json_fits(const std::vector<RunResult>& results) {
  if (!runs_schedules(results)) return {};
  return json_items(fits_over_sizes(results), fit_object);
}

std::string to_json(const std::vector<RunResult>& results, const std::vector<Check>& checks) {
  const std::string fits = json_fits(results);
  return fmt::format("{}{}{}{}{}{}{}", kJsonBegin, json_runs(results), kJsonBetween,
                     json_expectations(checks), fits.empty() ? "" : kJsonFits, fits, kJsonEnd);
}

std::string csv_head(const std::vector<RunResult>& results, const ResultsView& view) {
  std::string out;
  const auto add = [&](std::string_view name) {
    out += fmt::format("{}{}", out.empty() ? "" : ",", name);
  };
  for (const Field* f : view.columns) add(f->name);
  if (!view.columns.empty()) return out + '\n';
  for (const Field& f : fields()) add(f.name);
  if (!results.empty())
    for (const auto& [name, value] : further_fields(results.front())) add(name);
  return out + '\n';
}

std::string csv_rows(const std::vector<RunResult>& results, const ResultsView& view) {
  std::string out;
  for (const RunResult* r : seen_through(view, results)) {
    const auto add = [&](const FieldValue& value) { out += csv_cell(value) + ','; };
    for (const Field* f : view.columns) add(f->get(*r));
    if (view.columns.empty()) {
      for (const Field& f : fields()) add(f.get(*r));
      for (const auto& [name, value] : further_fields(*r)) add(value);
    }
    out.back() = '\n';
  }
  return out;
}

std::string to_csv(const std::vector<RunResult>& results, const ResultsView& view) {
  return csv_head(results, view) + csv_rows(results, view);
}

void JunitReport::begin(const std::string& title) {
  suites_.emplace_back(title.empty() ? "orrery" : title);
}

void JunitReport::add(const std::vector<RunResult>& results, const std::vector<Check>& checks) {
  for (const TestCase& c : cases_of(results, checks)) suites_.back().add(c);
}

std::string JunitReport::text() const {
  std::string elements;
  for (const JunitSuite& suite : suites_) elements += suite.element();
  return junit_text(elements);
}

}  // namespace orrery::inline report
