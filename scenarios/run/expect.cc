#include "scenarios/run/expect.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

#include <fmt/format.h>

#include "scenarios/document/selectors.h"
#include "scenarios/run/metrics/fields.h"
#include "scenarios/run/operation_results.h"
#include "scenarios/run/relative.h"
#include "scenarios/text/units_text.h"
#include "scenarios/text/words.h"

namespace orrery::inline run {
namespace {

[[noreturn]] void fail_expectation(const Expectation& e, Complaint complaint) {
  throw InputError(e.place, "expect." + e.key, std::move(complaint));
}

const Field& known_field(const Expectation& e) {
  const std::string_view name = field_of(e.key);
  if (const Field* field = find_field(name)) return *field;
  std::vector<std::string_view> names = field_names();
  names.insert(names.end(), {"completion_time", "uncontended_time", "goodput"});
  fail_expectation(e,
                   {fmt::format("unknown field '{}'", name),
                    "a field of the results such as rounds, messages, completion_time or verified",
                    nearest_of(name, names)});
}

std::string_view expected_kind(Kind kind) {
  switch (kind) {
    case Kind::kTime:
      return "a time such as \"60us\"";
    case Kind::kBytes:
      return "a number of bytes or a size such as \"2MiB\"";
    case Kind::kBitRate:
      return "a number of bits per second or a bandwidth such as \"170Gb/s\"";
    case Kind::kBool:
      return "true or false";
    case Kind::kText:
      return "text in quotes";
    case Kind::kInteger:
    case Kind::kReal:
      break;
  }
  return "a number";
}

/// Converts seconds as a number, to the nearest picosecond.
FieldValue time_from(const FieldValue& value) {
  const double seconds = std::holds_alternative<double>(value)
                             ? std::get<double>(value)
                             : static_cast<double>(std::get<std::int64_t>(value));
  if (!(std::abs(seconds) < 4e6))
    throw std::invalid_argument("is beyond the 53 days that virtual time can hold");
  return Time(std::llround(seconds * 1e12));
}

FieldValue from_text(Kind kind, const std::string& text) {
  if (kind == Kind::kTime) return parse_time(text);
  if (kind == Kind::kBytes) return parse_bytes(text).count();
  if (kind == Kind::kBitRate) return parse_bandwidth(text).bytes_per_second * 8;
  if (kind == Kind::kText) return text;
  return {};
}

/// Returns -1, 0, 1; numbers that agree to nine digits are equal.
int compare(const FieldValue& a, const FieldValue& b) {
  if (const auto* ta = std::get_if<Time>(&a)) {
    const Time tb = std::get<Time>(b);
    return *ta < tb ? -1 : *ta > tb ? 1 : 0;
  }
  const auto* ia = std::get_if<std::int64_t>(&a);
  const auto* ib = std::get_if<std::int64_t>(&b);
  if (ia != nullptr && ib != nullptr) return *ia < *ib ? -1 : *ia > *ib ? 1 : 0;
  const double x = ia != nullptr ? static_cast<double>(*ia) : std::get<double>(a);
  const double y = ib != nullptr ? static_cast<double>(*ib) : std::get<double>(b);
  if (std::abs(x - y) <= 1e-9 * std::max(std::abs(x), std::abs(y))) return 0;
  return x < y ? -1 : 1;
}

/// Returns whether an expectation applies to a cell: cells that were not run have none, except that
/// they are skipped.
bool looks_at(const Expectation& e, Outcome outcome_of_cell) {
  const auto* const outcome = e.equals ? std::get_if<std::string>(&e.equals->value) : nullptr;
  if (outcome_of_cell == Outcome::kNotRun) return false;
  return outcome_of_cell != Outcome::kSkipped ||
         (field_of(e.key) == "outcome" && outcome != nullptr &&
          *outcome == outcome_name(Outcome::kSkipped));
}

bool is_number(const FieldValue& value) {
  const auto* const real = std::get_if<double>(&value);
  return (real != nullptr && !std::isnan(*real)) || std::holds_alternative<std::int64_t>(value);
}

bool is_numeric(const Field& field) {
  return field.kind != Kind::kText && field.kind != Kind::kBool;
}

/// Converts a value; null if it is not a value of the field. THROWS std::invalid_argument.
FieldValue literal(const Expectation& e, const Field& field, const FieldValue& value) {
  if (const auto* text = std::get_if<std::string>(&value)) return from_text(field.kind, *text);
  if (is_number(value) && field.kind == Kind::kTime)
    return field_of(e.key) == field.name ? time_from(value) : FieldValue();
  const bool fits = is_number(value)
                        ? is_numeric(field)
                        : std::holds_alternative<bool>(value) && field.kind == Kind::kBool;
  return fits ? value : FieldValue();
}

/// Returns the complaint on a value that is not one of the field's.
Complaint complaint_of_value(const Field& field, const ExpectedValue& expected) {
  return {fmt::format("{} is not a value of {}", expected.text, field.name),
          std::string(expected_kind(field.kind))};
}

class Interpreter {
 public:
  Interpreter(Scenario& s, bool part)
      : scenario_(s), part_(part), names_(s.cells), words_(s.cells, s.expectations.size()) {}

  void interpret(Expectation& e) {
    const Field& field = known_field(e);
    if (!scenario_.cells.empty())  // all have the same operations
      if (auto complaint = missing_operation(field_of(e.key), scenario_.cells.front()))
        fail_expectation(e, *complaint);
    check_kind(e, field);
    for (auto* expected : {&e.equals, &e.min, &e.max})
      if (*expected) interpret(e, field, **expected);
    check_order(e);
    check_outcome(e, field);
    check_selected(e);
  }

 private:
  static void check_kind(const Expectation& e, const Field& field) {
    if ((e.min || e.max) && !is_numeric(field))
      fail_expectation(e, {fmt::format("{} has no min and max", field.name),
                           std::string(expected_kind(field.kind))});
  }

  /// Interprets a value; a text that is not a value of the field may name a cell to compare with.
  void interpret(Expectation& e, const Field& field, ExpectedValue& expected) {
    const auto* const text = std::get_if<std::string>(&expected.value);
    const bool numeric = text != nullptr && is_numeric(field);
    if (numeric && text->find('*') != std::string::npos) return compare_with(e, expected, *text);
    Complaint complaint = complaint_of_value(field, expected);
    try {
      FieldValue value = literal(e, field, expected.value);
      if (!std::holds_alternative<std::monostate>(value)) {
        expected.value = std::move(value);
        return;
      }
    } catch (const std::invalid_argument& error) {
      complaint = complaint_of(error);
    }
    if (numeric && names_.has(*text)) return compare_with(e, expected, *text);
    if (numeric && complaint.nearest.empty()) complaint.nearest = names_.nearest(*text);
    fail_expectation(e, std::move(complaint));
  }

  void compare_with(Expectation& e, ExpectedValue& expected, const std::string& text) {
    if (part_)
      fail_expectation(e,
                       {"cells are compared with each other in sweeps of up to 100,000 cells only",
                        "a value, or a smaller sweep"});
    expected.relative.emplace();
    try {
      const auto [factor, name] = split_factor(text);
      expected.relative->factor = factor;
      if (!scenario_.overridden.empty() && !names_.has(name))
        skip(e, name);
      else
        expected.relative->differs = names_.values(name);
      expected.value = {};  // which the text may be part of
    } catch (const ValueError& error) {
      fail_expectation(e, error.complaint());
    }
  }

  void skip(Expectation& e, std::string_view name) const {
    e.skipped =
        fmt::format("no value of the sweep is named '{}' with {}", name, scenario_.overridden);
  }

  static void check_order(const Expectation& e) {
    const auto known = [](const std::optional<ExpectedValue>& value) {
      return value && !std::holds_alternative<std::monostate>(value->value) ? &value->value
                                                                            : nullptr;
    };
    const FieldValue *min = known(e.min), *max = known(e.max);
    if (min != nullptr && max != nullptr && compare(*min, *max) > 0)
      fail_expectation(e, {fmt::format("nothing is at least {} and at most {}", value_text(*min),
                                       value_text(*max)),
                           "min to be no more than max"});
  }

  static void check_outcome(const Expectation& e, const Field& field) {
    if (field.name != "outcome" || !e.equals) return;
    const std::string_view not_run = outcome_name(Outcome::kNotRun);
    std::vector<std::string_view> names;  // that a run can be expected to have
    std::ranges::remove_copy(outcome_names(), std::back_inserter(names), not_run);
    const auto& name = std::get<std::string>(e.equals->value);
    if (std::ranges::find(names, name) == names.end())
      fail_expectation(e, unknown_word(name, names, fmt::format("'{}' is not an outcome", name)));
  }

  /// Checks the selected cells. THROWS if no cell that runs is named, unless options are the cause.
  void check_selected(Expectation& e) {
    bool skipped = false;
    for (std::size_t i = 0; i < scenario_.cells.size(); ++i) {
      if (!words_.select(e.key, i)) continue;
      const bool runs = scenario_.cells[i].skipped.empty();
      if (looks_at(e, runs ? Outcome::kFine : Outcome::kSkipped)) return;
      skipped = true;
    }
    Complaint complaint =
        skipped ? Complaint{"all cells that it names are skipped"} : unknown_cell(e);
    if (scenario_.overridden.empty() && !part_) fail_expectation(e, std::move(complaint));
    if (e.skipped.empty())
      e.skipped = scenario_.overridden.empty()
                      ? complaint.what
                      : fmt::format("{} with {}", complaint.what, scenario_.overridden);
  }

  Complaint unknown_cell(const Expectation& e) const {
    const std::set<std::string> known = words_.known();
    std::string near;
    for (const std::string_view part : split(selectors_of(e.key), '.'))
      if (near.empty() && !known.contains(std::string(part))) near = nearest_of(part, known);
    return {fmt::format("no cell is named '{}'", selectors_of(e.key)),
            "values of the sweep, or * for any", near};
  }

  Scenario& scenario_;
  bool part_;
  SweptNames names_;
  CellWords words_;
};

bool is_equal(const FieldValue& got, const FieldValue& expected) {
  if (std::holds_alternative<bool>(got) || std::holds_alternative<std::string>(got))
    return got == expected;
  return compare(got, expected) == 0;
}

std::string unquoted(const std::string& text) {
  return text.substr(1, text.size() - 2);
}

/// The bounds of an expectation in one cell, with relative values filled in.
struct Bounds {
  std::optional<ExpectedValue> equals, min, max;

  bool hold(const FieldValue& got) const {
    if (std::holds_alternative<std::monostate>(got)) return false;
    if (equals && !is_equal(got, equals->value)) return false;
    if (min && compare(got, min->value) < 0) return false;
    return !max || compare(got, max->value) <= 0;
  }

  std::string text() const {
    if (equals) return text_of(*equals);
    if (min && max) return fmt::format("{} to {}", text_of(*min), text_of(*max));
    if (min) return "at least " + text_of(*min);
    return max ? "at most " + text_of(*max) : std::string();
  }

 private:
  static std::string text_of(const ExpectedValue& expected) {
    const std::string value = value_text(expected.value);
    return expected.relative ? fmt::format("{} ({})", value, unquoted(expected.text)) : value;
  }
};

/// A check of expectations in cells.
class Checker {
 public:
  Checker(const Scenario& scenario, const std::vector<RunResult>& results)
      : scenario_(scenario),
        results_(results),
        siblings_(compares(scenario) ? scenario.cells : std::vector<RunSpec>()),
        words_(scenario.cells, scenario.expectations.size()) {}

  void check(const Expectation& e, std::vector<Check>& checks) {
    const std::size_t before = checks.size();
    if (e.skipped.empty())
      for (std::size_t i = 0; i < results_.size(); ++i)
        if (looks_at(e, results_[i].outcome) && words_.select(e.key, i)) check(e, i, checks);
    if (checks.size() == before)
      checks.push_back(skipped(e, std::nullopt,
                               e.skipped.empty() ? "no cell that it names has run" : e.skipped));
  }

 private:
  static bool compares(const Scenario& scenario) {
    return std::ranges::any_of(scenario.expectations, [](const Expectation& e) {
      return std::ranges::any_of(std::array{&e.equals, &e.min, &e.max}, [](const auto* expected) {
        return *expected && (*expected)->relative;
      });
    });
  }

  void check(const Expectation& e, std::size_t i, std::vector<Check>& checks) const {
    const Field& field = *find_field(field_of(e.key));
    Bounds bounds{e.equals, e.min, e.max};
    for (auto* expected : {&bounds.equals, &bounds.min, &bounds.max}) {
      if (!*expected || !(*expected)->relative) continue;
      const auto sibling = siblings_.find(scenario_.cells[i], *(*expected)->relative);
      if (sibling == i) return;  // a cell is not compared with itself
      if (!sibling || !has_run(results_[*sibling])) {
        checks.push_back(skipped(
            e, i,
            fmt::format("{} was not run{}", unquoted((*expected)->text), cell_text(results_[i]))));
        return;
      }
      (*expected)->value = times((*expected)->relative->factor, field.get(results_[*sibling]));
      if (std::holds_alternative<std::monostate>((*expected)->value)) {
        checks.push_back(failed(e, i, field.get(results_[i]), unquoted((*expected)->text)));
        return;
      }
    }
    const FieldValue got = field.get(results_[i]);
    checks.push_back(failed(e, i, got, bounds.text()));
    if (!bounds.hold(got)) return;
    checks.back().verdict = Check::Verdict::kPassed;
    checks.back().message.clear();
  }

  Check failed(const Expectation& e, std::size_t i, const FieldValue& got,
               std::string expected) const {
    Check c{&e, i, Check::Verdict::kFailed, got, std::move(expected), {}};
    c.message = failure_text(e, results_[i], got, c.expected);
    return c;
  }

  static Check skipped(const Expectation& e, std::optional<std::size_t> i,
                       const std::string& reason) {
    return {&e, i,  Check::Verdict::kSkipped,
            {}, {}, fmt::format("{}: {}: not checked: {}", e.place.text(), e.key, reason)};
  }

  static std::string cell_text(const RunResult& r) {
    const std::string cell = cell_name(r.spec);
    return cell.empty() ? cell : fmt::format(" ({})", cell);
  }

  std::string failure_text(const Expectation& e, const RunResult& r, const FieldValue& got,
                           const std::string& expected) const {
    std::string text =
        fmt::format("{}: {}: {} is {}", e.place.text(), e.key, field_of(e.key), value_text(got));
    if (r.error && std::holds_alternative<std::monostate>(got)) text += " (the run failed)";
    if (!r.error && field_of(e.key) == "verified" && !r.verified)
      text += " (ghost payload carries nothing to verify)";
    text += fmt::format("; expected {}{}", expected, cell_text(r));
    return scenario_.overridden.empty() ? text
                                        : fmt::format("{} with {}", text, scenario_.overridden);
  }

  const Scenario& scenario_;
  const std::vector<RunResult>& results_;
  Siblings siblings_;
  CellWords words_;
};

}  // namespace

void interpret_expectations(Scenario& scenario) {
  if (scenario.expectations.empty()) return;
  Interpreter interpreter(scenario, false);
  for (Expectation& e : scenario.expectations) interpreter.interpret(e);
}

void interpret_for_part(Scenario& scenario) {
  Interpreter interpreter(scenario, true);
  for (Expectation& e : scenario.expectations) interpreter.interpret(e);
}

std::vector<Check> check_expectations(const Scenario& scenario,
                                      const std::vector<RunResult>& results) {
  std::vector<Check> checks;
  Checker checker(scenario, results);
  for (const Expectation& e : scenario.expectations) checker.check(e, checks);
  return checks;
}

std::set<std::size_t> cells_as_expected(const std::vector<Check>& checks) {
  std::set<std::size_t> cells;
  for (const Check& c : checks)
    if (c.cell && c.passed() && field_of(c.expectation->key) == "outcome") cells.insert(*c.cell);
  return cells;
}

}  // namespace orrery::inline run
