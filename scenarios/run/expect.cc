#include "scenarios/run/expect.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "scenarios/document/selectors.h"
#include "scenarios/document/units_text.h"
#include "scenarios/document/words.h"
#include "scenarios/run/fields.h"

namespace orrery {
namespace {

[[noreturn]] void fail(const Expectation& e, Complaint complaint) {
  throw InputError(e.place, "expect." + e.key, std::move(complaint));
}

const Field& known_field(const Expectation& e) {
  const std::string_view name = field_of(e.key);
  if (const Field* field = find_field(name)) return *field;
  std::vector<std::string_view> names;
  for (const Field& f : fields()) names.emplace_back(f.name);
  names.insert(names.end(), {"completion_time", "uncontended_time", "goodput"});
  fail(e, {fmt::format("unknown field '{}'", name),
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

/// Seconds written as a number, to the nearest picosecond.
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

/// `value` as a value of `field`.
void interpret(const Expectation& e, const Field& field, ExpectedValue& expected) {
  const FieldValue& value = expected.value;
  const bool number =
      std::holds_alternative<double>(value) || std::holds_alternative<std::int64_t>(value);
  const bool numeric = field.kind != Kind::kText && field.kind != Kind::kBool;
  FieldValue result;
  try {
    if (const auto* text = std::get_if<std::string>(&value)) {
      result = from_text(field.kind, *text);
    } else if (number && field.kind == Kind::kTime && field_of(e.key) == field.name) {
      result = time_from(value);
    } else if ((number && numeric && field.kind != Kind::kTime) ||
               (std::holds_alternative<bool>(value) && field.kind == Kind::kBool)) {
      result = value;
    }
  } catch (const std::invalid_argument& error) {
    fail(e, complaint_of(error));
  }
  if (std::holds_alternative<std::monostate>(result))
    fail(e, {fmt::format("{} is not what {} can be", expected.text, field.name),
             std::string(expected_kind(field.kind))});
  expected.value = std::move(result);
}

void check_bounds(const Expectation& e, const Field& field) {
  if ((e.min || e.max) && (field.kind == Kind::kText || field.kind == Kind::kBool))
    fail(e, {fmt::format("{} has no min and max", field.name),
             std::string(expected_kind(field.kind))});
}

/// THROWS for an expectation that names no cell that runs.
void check_selected(const Expectation& e, const Scenario& scenario) {
  bool skipped = false;
  for (const RunSpec& cell : scenario.cells) {
    if (!selects(e.key, cell)) continue;
    if (cell.skipped.empty()) return;
    skipped = true;
  }
  if (skipped) fail(e, {"all cells that it names are skipped"});
  std::vector<std::string> known;
  for (const RunSpec& cell : scenario.cells)
    for (std::string& name : names_of(cell)) known.push_back(std::move(name));
  const std::vector<std::string_view> views(known.begin(), known.end());
  std::string near;
  for (const std::string_view part : split(selectors_of(e.key), '.'))
    if (near.empty() && std::ranges::find(views, part) == views.end())
      near = nearest_of(part, views);
  fail(e, {fmt::format("no cell is named '{}'", selectors_of(e.key)),
           "values of the sweep, or * for any", near});
}

/// -1, 0, 1; numbers that agree to nine digits are equal.
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

bool is_equal(const FieldValue& got, const FieldValue& expected) {
  if (std::holds_alternative<bool>(got) || std::holds_alternative<std::string>(got))
    return got == expected;
  return compare(got, expected) == 0;
}

bool holds(const Expectation& e, const FieldValue& got) {
  if (std::holds_alternative<std::monostate>(got)) return false;
  if (e.equals && !is_equal(got, e.equals->value)) return false;
  if (e.min && compare(got, e.min->value) < 0) return false;
  return !e.max || compare(got, e.max->value) <= 0;
}

std::string expected_text(const Expectation& e) {
  if (e.equals) return value_text(e.equals->value);
  if (!e.max) return "at least " + value_text(e.min->value);
  if (!e.min) return "at most " + value_text(e.max->value);
  return fmt::format("{} to {}", value_text(e.min->value), value_text(e.max->value));
}

std::string failure_text(const Expectation& e, const RunResult& r, const FieldValue& got) {
  const std::string cell = cell_name(r.spec);
  std::string text =
      fmt::format("{}: {}: {} is {}", e.place.text(), e.key, field_of(e.key), value_text(got));
  if (r.error) text += " (the run failed)";
  if (!r.error && field_of(e.key) == "verified" && !r.verified)
    text += " (ghost payload carries nothing to verify)";
  return fmt::format("{}; expected {}{}", text, expected_text(e),
                     cell.empty() ? "" : fmt::format(" ({})", cell));
}

}  // namespace

void interpret_expectations(Scenario& scenario) {
  for (Expectation& e : scenario.expectations) {
    const Field& field = known_field(e);
    check_bounds(e, field);
    for (auto* expected : {&e.equals, &e.min, &e.max})
      if (*expected) interpret(e, field, **expected);
    check_selected(e, scenario);
  }
}

std::vector<Check> check_expectations(const Scenario& scenario,
                                      const std::vector<RunResult>& results) {
  std::vector<Check> checks;
  for (const Expectation& e : scenario.expectations) {
    const Field* field = find_field(field_of(e.key));
    for (std::size_t i = 0; i < results.size(); ++i) {
      if (results[i].outcome == Outcome::kSkipped || !selects(e.key, scenario.cells[i])) continue;
      const FieldValue got = field->get(results[i]);
      const bool passed = holds(e, got);
      checks.push_back({&e, i, passed, passed ? "" : failure_text(e, results[i], got)});
    }
  }
  return checks;
}

}  // namespace orrery
