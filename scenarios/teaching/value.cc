#include "scenarios/teaching/value.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>

#include <fmt/format.h>

#include "emu/base/complaint.h"
#include "emu/base/quantity.h"
#include "scenarios/text/units_text.h"
#include "scenarios/text/words.h"

namespace orrery::teaching {
namespace {

struct KindText {
  std::string_view name, syntax;
};

constexpr std::array kKinds{KindText{"number", "a number, or with a unit, such as 12, 1.5us"},
                            KindText{"word", "one of the choices"},
                            KindText{"rank", "the number of a rank, such as 3"},
                            KindText{"link", "its two ends, such as 3 -> 4"},
                            KindText{"block", "the name of a block, such as 3"},
                            KindText{"ranks", "the numbers of ranks, or none, such as 0-2, 5"},
                            KindText{"links", "links by their two ends, such as 3 -> 4, 4 -> 3"},
                            KindText{"blocks", "the names of blocks, or none, such as 0-2, 5"},
                            KindText{"order", "all of them, the first one first, such as b, a, c"},
                            KindText{"row", "one for each round, or -, such as 1, 2, -, 4"}};

std::optional<int> number_in(std::string_view text) {
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size() || number < 0) return std::nullopt;
  return number;
}

bool name_precedes(const std::string& a, const std::string& b) {
  const auto x = number_in(a), y = number_in(b);
  if (x && y) return *x < *y;
  return x.has_value() != y.has_value() ? x.has_value() : a < b;
}

std::string plain_text(double amount) {
  const double whole = std::round(amount);
  if (std::abs(amount - whole) < 1e-9 && std::abs(whole) < 1e15)
    return short_count(static_cast<std::int64_t>(whole));
  return fmt::format("{:.4g}", amount);
}

constexpr double kMostPieces = 1e15;
constexpr std::size_t kShort = 6;  ///< letters of an exact quantity that is easy to read

/// Returns "1.5 µs" for "1.5us" if that is short; otherwise the rounded text.
std::string short_or(const std::string& exact, const std::string& rounded) {
  const std::size_t unit = exact.find_first_not_of("0123456789.-");
  if (exact.size() > kShort || unit == std::string::npos) return rounded;
  const std::string name = exact.substr(unit);
  return fmt::format("{} {}", exact.substr(0, unit), name == "us" ? "µs" : name);
}

/// Appends "0-2" as three names, all else unchanged.
void append_names(std::string_view part, std::vector<std::string>& names) {
  const std::size_t dash = part.find('-');
  const auto first =
      dash == std::string_view::npos ? std::nullopt : number_in(part.substr(0, dash));
  const auto last = first ? number_in(part.substr(dash + 1)) : std::nullopt;
  if (!first || !last || *last < *first || *last - *first > 100'000) {
    names.emplace_back(part);
    return;
  }
  for (int i = *first; i <= *last; ++i) names.push_back(fmt::format("{}", i));
}

}  // namespace

std::string_view kind_name(Value::Kind kind) {
  return kKinds[static_cast<std::size_t>(kind)].name;
}

std::string_view kind_syntax(Value::Kind kind) {
  return kKinds[static_cast<std::size_t>(kind)].syntax;
}

void sort_names(std::vector<std::string>& names) {
  std::ranges::sort(names, name_precedes);
  names.erase(std::unique(names.begin(), names.end()), names.end());
}

std::string joined_names(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < names.size();) {
    std::size_t end = i + 1;
    const auto first = number_in(names[i]);
    while (first && end < names.size() &&
           number_in(names[end]) == *first + static_cast<int>(end - i))
      ++end;
    text += text.empty() ? "" : ", ";
    text += end - i > 1 ? fmt::format("{}-{}", names[i], names[end - 1]) : names[i];
    i = end;
  }
  return text.empty() ? "none" : text;
}

std::vector<std::string> split_names(std::string_view text) {
  std::vector<std::string> names;
  if (trimmed(text) == "none") return names;
  for (const std::string_view part : split(text, ',')) append_names(part, names);
  sort_names(names);
  return names;
}

std::string text_of(Time t) {
  return short_or(time_text(t), short_time(t));
}

std::string text_of(Bytes b) {
  return short_size(b);
}

std::string text_of(const Quantity& q) {
  if (q.seconds == 1 && q.bytes == 0 && std::abs(q.amount) < 1e6)
    return text_of(Time(std::llround(q.amount * 1e12)));
  if (q.seconds == 0 && q.bytes == 1 && std::abs(q.amount) < kMostPieces)
    return text_of(Bytes(std::llround(q.amount)));
  if (q.seconds == -1 && q.bytes == 1)
    return short_or(bandwidth_text({q.amount}), short_bit_rate(8 * q.amount));
  if (q.seconds == 1 && q.bytes == -1) return fmt::format("{} ps/B", plain_text(q.amount * 1e12));
  if (q.is_plain()) return plain_text(q.amount);
  return fmt::format("{} s^{} B^{}", plain_text(q.amount), q.seconds, q.bytes);
}

std::string text_of(const Value& value) {
  switch (value.kind) {
    case Value::Kind::kQuantity:
      return text_of(value.quantity);
    case Value::Kind::kRanks:
    case Value::Kind::kBlocks:
      return joined_names(value.names);
    default:
      return value.names.empty() ? "none" : fmt::format("{}", fmt::join(value.names, ", "));
  }
}

Value plain(double amount) {
  return {Value::Kind::kQuantity, {amount}};
}

Value word(std::string text) {
  return {Value::Kind::kWord, {}, {std::move(text)}};
}

Value time_value(Time t) {
  return {Value::Kind::kQuantity, {static_cast<double>(t.count()) * 1e-12, 1, 0}};
}

Value bytes_value(Bytes b) {
  return {Value::Kind::kQuantity, {static_cast<double>(b.count()), 0, 1}};
}

namespace {

using QuantityParser = Quantity (*)(std::string_view);

Quantity parse_plain(std::string_view text) {
  double amount = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), amount);
  if (error != std::errc{} || end != text.data() + text.size() || !std::isfinite(amount))
    throw ValueError({fmt::format("'{}' is not a number", text)});
  return {amount};
}

constexpr std::array<QuantityParser, 5> kParsers{
    parse_plain, [](std::string_view t) { return time_value(parse_time(t)).quantity; },
    [](std::string_view t) { return bytes_value(parse_bytes(t)).quantity; },
    [](std::string_view t) {
      return Quantity{parse_bandwidth(t).bytes_per_second, -1, 1};
    },
    [](std::string_view t) {
      return Quantity{parse_cost_per_byte(t).ps * 1e-12, 1, -1};
    }};

}  // namespace

Quantity parse_quantity(std::string_view text) {
  std::string close(text);
  std::erase(close, ' ');
  for (const QuantityParser parse : kParsers) try {
      return parse(close);
    } catch (const std::invalid_argument&) {
      continue;
    }
  throw ValueError({fmt::format("'{}' is not a number", text),
                    std::string(kind_syntax(Value::Kind::kQuantity))});
}

}  // namespace orrery::teaching
