#include "scenarios/report/export.h"

#include <fmt/format.h>

#include "scenarios/run/fields.h"
#include "scenarios/run/result_text.h"

namespace orrery {
namespace {

std::string run_object(const RunResult& r) {
  std::string out;
  for (const Field& f : fields())
    out +=
        fmt::format("{}\n      \"{}\": {}", out.empty() ? "" : ",", f.name, json_token(f.get(r)));
  for (const auto& [name, value] : r.more)
    out += fmt::format(",\n      \"{}\": {}", name, json_token(value));
  if (!r.waiting_ranks.empty())
    out += fmt::format(",\n      \"waiting_ranks\": [{}]", fmt::join(r.waiting_ranks, ", "));
  return fmt::format("    {{{}\n    }}", out);
}

std::string csv_cell(const FieldValue& value) {
  if (std::holds_alternative<std::monostate>(value)) return {};
  const auto* text = std::get_if<std::string>(&value);
  return text == nullptr ? json_token(value) : csv_text(*text);
}

/// XML has no way to write most control characters.
std::string xml_text(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\n':
        out += "&#10;";
        break;
      default:
        out += static_cast<unsigned char>(c) < 0x20 && c != '\t' ? ' ' : c;
    }
  }
  return out;
}

struct TestCase {
  std::string name;
  double seconds = 0;
  std::string failure, skipped;
};

std::vector<TestCase> cases_of(const std::vector<RunResult>& results,
                               const std::vector<Check>& checks) {
  std::vector<TestCase> cases;
  for (const RunResult& r : results) {
    const std::string cell = cell_name(r.spec);
    TestCase c{fmt::format("run{}{}", cell.empty() ? "" : " ", cell),
               r.effort ? r.effort->wall_s : 0,
               {},
               {}};
    if (r.outcome != Outcome::kFine)
      (r.outcome == Outcome::kSkipped ? c.skipped : c.failure) = r.error.value_or("");
    cases.push_back(std::move(c));
  }
  for (const Check& check : checks) {
    const std::string cell = cell_name(results[check.cell].spec);
    cases.push_back(
        {fmt::format("expect {}{}{}", check.expectation->key, cell.empty() ? "" : " in ", cell),
         0,
         check.message,
         {}});
  }
  return cases;
}

}  // namespace

std::string to_json(const std::vector<RunResult>& results) {
  std::string out;
  for (const RunResult& r : results)
    out += fmt::format("{}\n{}", out.empty() ? "" : ",", run_object(r));
  return fmt::format("{{\n  \"schema\": 1,\n  \"runs\": [{}\n  ]\n}}\n", out);
}

std::string to_csv(const std::vector<RunResult>& results) {
  std::string out;
  for (const Field& f : fields()) out += fmt::format("{}{}", out.empty() ? "" : ",", f.name);
  if (!results.empty())
    for (const auto& [name, value] : results.front().more) out += ',' + name;
  out += '\n';
  for (const RunResult& r : results) {
    bool first = true;
    for (const Field& f : fields()) {
      if (!first) out += ',';
      out += csv_cell(f.get(r));
      first = false;
    }
    for (const auto& [name, value] : r.more) out += ',' + csv_cell(value);
    out += '\n';
  }
  return out;
}

std::string to_junit(const Scenario& scenario, const std::vector<RunResult>& results,
                     const std::vector<Check>& checks) {
  const std::string suite = xml_text(scenario.title.empty() ? "orrery" : scenario.title);
  std::string body;
  std::size_t cases = 0, failures = 0, skipped = 0;
  double seconds = 0;
  for (const TestCase& c : cases_of(results, checks)) {
    ++cases;
    seconds += c.seconds;
    if (!c.failure.empty()) ++failures;
    if (!c.skipped.empty()) ++skipped;
    body += fmt::format(R"(    <testcase classname="{}" name="{}" time="{:.6f}">)", suite,
                        xml_text(c.name), c.seconds);
    if (!c.failure.empty()) body += fmt::format(R"(<failure message="{}"/>)", xml_text(c.failure));
    if (!c.skipped.empty()) body += fmt::format(R"(<skipped message="{}"/>)", xml_text(c.skipped));
    body += "</testcase>\n";
  }
  return fmt::format(R"(<?xml version="1.0" encoding="UTF-8"?>
<testsuites>
  <testsuite name="{}" tests="{}" failures="{}" errors="0" skipped="{}" time="{:.6f}">
{}  </testsuite>
</testsuites>
)",
                     suite, cases, failures, skipped, seconds, body);
}

}  // namespace orrery
