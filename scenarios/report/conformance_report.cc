#include "scenarios/report/conformance_report.h"

#include <algorithm>

#include <fmt/format.h>

#include "scenarios/report/export.h"
#include "scenarios/report/table.h"
#include "scenarios/run/metrics/fields.h"

namespace orrery::inline report {
namespace {

std::string title_of(const Conformance& c) {
  return fmt::format("{} {}", c.algorithm->collective, c.algorithm->name);
}

std::string untried_text(const Conformance& c) {
  return "it refused every case with more than one rank; the first: " + c.all.refusal;
}

/// Returns the text in the last column.
std::string verdict_of(const Conformance& c) {
  if (c.all.first) return words_of(c.all.first->tried);
  return c.untried ? "nothing was tried" : "–";
}

std::string reproducible_text(const Conformance& c) {
  return c.reproducible ? std::string(reproducible_name(*c.reproducible)) : "–";
}

std::size_t conforming(const std::vector<Conformance>& results) {
  return static_cast<std::size_t>(std::ranges::count_if(results, &Conformance::holds));
}

std::string failure_words(const Counterexample& f) {
  return fmt::format("{}: {}", outcome_name(f.outcome), f.error);
}

std::string failure_text(const Conformance& c) {
  if (!c.all.first) return untried_text(c);
  return fmt::format("{} of {} runs failed{}. The smallest:\n  {}\n  {}", c.all.failed, c.all.run,
                     c.given_up ? ", and the rest was given up" : "", failure_words(*c.all.first),
                     command_line_of(c.all.first->tried));
}

FieldValue json_number(std::size_t n) {
  return static_cast<std::int64_t>(n);
}

std::string json_of(const Conformance& c) {
  const auto of_first = [&](std::string (*text)(const Counterexample&)) {
    return c.all.first ? FieldValue(text(*c.all.first)) : FieldValue();
  };
  return json_object(
      {{"collective", std::string(c.algorithm->collective)},
       {"algorithm", std::string(c.algorithm->name)},
       {"conforms", c.holds()},
       {"cases", json_number(c.cases)},
       {"run", json_number(c.all.run)},
       {"refused", json_number(c.all.refused)},
       {"failed", json_number(c.all.failed)},
       {"given_up", c.given_up},
       {"reproducible", c.reproducible ? FieldValue(reproducible_text(c)) : FieldValue()},
       {"refusal", c.all.refusal.empty() ? FieldValue() : FieldValue(c.all.refusal)},
       {"outcome",
        of_first([](const Counterexample& f) { return std::string(outcome_name(f.outcome)); })},
       {"error", of_first([](const Counterexample& f) { return f.error; })},
       {"command", of_first([](const Counterexample& f) { return command_line_of(f.tried); })}});
}

TestCase test_case(const Conformance& c, const std::pair<Aspect, Tally>& aspect) {
  const auto& [name, tally] = aspect;
  TestCase test{.name = std::string(name), .group = title_of(c), .seconds = tally.seconds};
  if (tally.first) {
    test.ended = ending_of(tally.first->outcome);
    test.type = outcome_name(tally.first->outcome);
    test.message = fmt::format("{}: {}", tally.first->error, command_line_of(tally.first->tried));
  } else if (tally.run == 0) {
    test.ended = ending_of(Outcome::kSkipped);
    test.message = tally.refusal;
  }
  return test;
}

/// Returns a case for an algorithm that refuses all cases.
TestCase untried_case(const Conformance& c) {
  return {.name = "something is tried",
          .group = title_of(c),
          .ended = "failure",
          .type = "refused",
          .message = untried_text(c)};
}

}  // namespace

std::string conformance_table(const std::vector<Conformance>& results) {
  TextTable table;
  table.left({"collective", "algorithm"})
      .right({"cases", "run", "refused", "failed"})
      .left({"reproducible", "failed first"});
  for (const Conformance& c : results)
    table.add_row({std::string(c.algorithm->collective), std::string(c.algorithm->name),
                   fmt::format("{}", c.cases), fmt::format("{}", c.all.run),
                   fmt::format("{}", c.all.refused),
                   fmt::format("{}{}", c.all.failed, c.given_up ? "+" : ""), reproducible_text(c),
                   verdict_of(c)});
  return fmt::format("{}\n{} of {} algorithm{} conform{}.\n", table.text(), conforming(results),
                     results.size(), results.size() == 1 ? "" : "s",
                     results.size() == 1 ? "s" : "");
}

std::string conformance_failures(const std::vector<Conformance>& results) {
  std::string out;
  for (const Conformance& c : results)
    if (!c.holds()) out += fmt::format("{}: {}\n", title_of(c), failure_text(c));
  return out;
}

std::string conformance_json(const std::vector<Conformance>& results) {
  std::string out;
  for (const Conformance& c : results)
    out += fmt::format("{}\n{}", out.empty() ? "" : ",", json_of(c));
  return fmt::format("{{\n  \"schema\": 1,\n  \"algorithms\": [{}\n  ]\n}}\n", out);
}

std::string conformance_junit(const std::vector<Conformance>& results) {
  JunitSuite suite("orrery verify");
  for (const Conformance& c : results) {
    for (const auto& aspect : c.aspects) suite.add(test_case(c, aspect));
    if (c.untried) suite.add(untried_case(c));
  }
  return suite.text();
}

}  // namespace orrery::inline report
