#include "scenarios/text/value_ranges.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "emu/base/letters.h"
#include "scenarios/text/units_text.h"
#include "scenarios/text/words.h"

namespace orrery::inline text {
namespace {

constexpr std::size_t kMostValues = 1'000'000;

/// The unit in which a range counts, as whole numbers.
struct Quantity {
  std::int64_t (*number)(std::string_view text);  ///< THROWS ValueError
  std::string (*text)(std::int64_t number);
};

std::int64_t number_of_integer(std::string_view text) {
  return parse_integer(text, 0, std::numeric_limits<std::int64_t>::max());
}
std::string integer_text(std::int64_t number) {
  return fmt::format("{}", number);
}

/// Returns bits per second. A bandwidth that is not whole has no ranges.
std::int64_t number_of_bandwidth(std::string_view text) {
  const double bits = parse_bandwidth(text).bytes_per_second * 8;
  if (bits != std::round(bits) || bits > 9e18)
    throw ValueError({fmt::format("'{}' is not a whole number of bits per second", text)});
  return static_cast<std::int64_t>(bits);
}
std::string text_of_bandwidth(std::int64_t bits) {
  return bandwidth_text(Bandwidth{static_cast<double>(bits) / 8});
}

constexpr std::array kQuantities{
    Quantity{number_of_integer, integer_text},
    Quantity{[](std::string_view text) { return parse_bytes(text).count(); },
             [](std::int64_t n) { return size_text(Bytes(n)); }},
    Quantity{[](std::string_view text) { return std::int64_t{parse_time(text).count()}; },
             [](std::int64_t n) { return time_text(Time(n)); }},
    Quantity{number_of_bandwidth, text_of_bandwidth}};

/// Returns the number; nothing if `text` is not in that unit.
std::optional<std::int64_t> number_in(const Quantity& unit, std::string_view text) {
  try {
    return unit.number(text);
  } catch (const ValueError&) {
    return std::nullopt;
  }
}

[[noreturn]] void refuse_range(std::string_view text, std::string what) {
  throw ValueError({fmt::format("'{}' is not a range: {}", text, what),
                    "a range such as 8..1024*2, 1KiB..1GiB*4 or 2..10+4"});
}

const Quantity& unit_of(std::string_view text, std::string_view from, std::string_view to) {
  for (const Quantity& unit : kQuantities)
    if (number_in(unit, from) && number_in(unit, to)) return unit;
  refuse_range(text, fmt::format("'{}' and '{}' are not quantities of one kind", from, to));
}

/// The step from one value of a range to the next: times a factor, and plus a number.
struct RangeStep {
  std::int64_t factor = 1, plus = 0;
};

RangeStep parse_step(std::string_view text, const Quantity& unit, std::string_view step) {
  const std::string_view amount = trimmed(step.empty() ? step : step.substr(1));
  if (step.empty() && unit.text == integer_text) return {1, 1};
  if (step.empty()) refuse_range(text, "it has no step");
  const auto number = number_in(step[0] == '*' ? kQuantities.front() : unit, amount);
  if (!number || *number < (step[0] == '*' ? 2 : 1))
    refuse_range(text, fmt::format("'{}' is not a step", step));
  return step[0] == '*' ? RangeStep{*number, 0} : RangeStep{1, *number};
}

}  // namespace

bool is_range(std::string_view text) {
  text = trimmed(text);
  return !text.empty() && is_digit(text.front()) && text.find("..") != std::string_view::npos;
}

std::vector<std::string> values_in(std::string_view text) {
  if (!is_range(text)) return {std::string(text)};
  const std::size_t dots = text.find(".."),
                    step = std::min(text.find_first_of("*+", dots), text.size());
  const std::string_view from = trimmed(text.substr(0, dots)),
                         to = trimmed(text.substr(dots + 2, step - dots - 2));
  const Quantity& unit = unit_of(text, from, to);
  const auto [factor, plus] = parse_step(text, unit, trimmed(text.substr(step)));
  const std::int64_t last = unit.number(to);
  std::int64_t value = unit.number(from);
  if (value > last) refuse_range(text, "it ends below its beginning");
  if (value == 0 && factor > 1) refuse_range(text, "0 times a factor stays 0");
  std::vector<std::string> values;
  for (;; value = value * factor + plus) {
    values.push_back(unit.text(value));
    if (values.size() > kMostValues) refuse_range(text, "it has more than a million values");
    if (value > (last - plus) / factor) return values;
  }
}

}  // namespace orrery::inline text
