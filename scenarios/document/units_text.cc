#include "scenarios/document/units_text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <numeric>
#include <optional>
#include <span>
#include <vector>

#include <fmt/format.h>

#include "scenarios/document/errors.h"
#include "scenarios/document/words.h"

namespace orrery {
namespace {

constexpr std::int64_t kKi = 1024, kMi = kKi * kKi, kGi = kMi * kKi, kTi = kGi * kKi;
constexpr std::int64_t kK = 1000, kM = kK * kK, kG = kM * kK, kT = kG * kK;

struct Unit {
  std::string_view name;
  std::int64_t factor;  ///< in the smallest unit
};

/// A kind of quantity: how errors speak of it and what its units are.
struct Quantity {
  std::string_view what;      ///< "a time"
  std::string_view example;   ///< "500ns"
  std::string_view smallest;  ///< "picosecond"
  std::span<const Unit> units;
};

constexpr std::array<Unit, 7> kTimeUnits{
    {{"ps", 1}, {"ns", kK}, {"us", kM}, {"µs", kM}, {"μs", kM}, {"ms", kG}, {"s", kT}}};
constexpr std::array<Unit, 9> kSizeUnits{{{"B", 1},
                                          {"kB", kK},
                                          {"MB", kM},
                                          {"GB", kG},
                                          {"TB", kT},
                                          {"KiB", kKi},
                                          {"MiB", kMi},
                                          {"GiB", kGi},
                                          {"TiB", kTi}}};
constexpr std::array<Unit, 18> kBandwidthUnits{{{"b/s", 1},
                                                {"kb/s", kK},
                                                {"Mb/s", kM},
                                                {"Gb/s", kG},
                                                {"Tb/s", kT},
                                                {"Kib/s", kKi},
                                                {"Mib/s", kMi},
                                                {"Gib/s", kGi},
                                                {"Tib/s", kTi},
                                                {"B/s", 8},
                                                {"kB/s", 8 * kK},
                                                {"MB/s", 8 * kM},
                                                {"GB/s", 8 * kG},
                                                {"TB/s", 8 * kT},
                                                {"KiB/s", 8 * kKi},
                                                {"MiB/s", 8 * kMi},
                                                {"GiB/s", 8 * kGi},
                                                {"TiB/s", 8 * kTi}}};
constexpr std::array<Unit, 5> kCostUnits{
    {{"ps/B", 1}, {"ns/B", kK}, {"us/B", kM}, {"µs/B", kM}, {"μs/B", kM}}};

constexpr Quantity kTime{"a time", "500ns", "picosecond", kTimeUnits};
constexpr Quantity kSize{"a size", "2MiB", "byte", kSizeUnits};
constexpr Quantity kBandwidth{"a bandwidth", "400Gb/s or 50GB/s", "bit per second",
                              kBandwidthUnits};
constexpr Quantity kCost{"a cost per byte", "20ps/B", "picosecond per byte", kCostUnits};

std::string example_of(const Quantity& q) {
  return fmt::format("{} such as {}", q.what, q.example);
}

[[noreturn]] void fail(std::string_view text, std::string_view wrong, const Quantity& q) {
  throw ValueError({fmt::format("'{}' {}", text, wrong), example_of(q)});
}

/// digits / 10^decimals, exactly.
struct Decimal {
  std::int64_t digits = 0;
  int decimals = 0;
};

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

/// Takes a decimal number off the front of `rest`. Nothing if there is none or it has more than 18
/// significant digits.
std::optional<Decimal> take_decimal(std::string_view& rest, bool& too_long) {
  std::size_t end = 0;
  while (end < rest.size() && is_digit(rest[end])) ++end;
  std::string digits(rest.substr(0, end));
  std::size_t fraction = end;
  if (end > 0 && end < rest.size() && rest[end] == '.') {
    fraction = ++end;
    while (end < rest.size() && is_digit(rest[end])) ++end;
    if (end == fraction) return std::nullopt;
    digits += rest.substr(fraction, end - fraction);
  }
  if (digits.empty()) return std::nullopt;
  auto decimals = static_cast<int>(end - fraction);
  for (; decimals > 0 && digits.back() == '0'; --decimals) digits.pop_back();
  digits.erase(0, std::min(digits.find_first_not_of('0'), digits.size() - 1));
  rest.remove_prefix(end);
  too_long = digits.size() > 18 || decimals > 18;
  Decimal d{0, decimals};
  if (!too_long) std::from_chars(digits.data(), digits.data() + digits.size(), d.digits);
  return d;
}

const Unit& find_unit(std::string_view text, std::string_view name, const Quantity& q) {
  if (name.empty()) fail(text, "has no unit", q);
  for (const Unit& u : q.units)
    if (u.name == name) return u;
  std::vector<std::string_view> names;
  for (const Unit& u : q.units) names.push_back(u.name);
  throw ValueError({fmt::format("'{}' has the unknown unit '{}'", text, name), example_of(q),
                    nearest_of(name, names)});
}

struct Parsed {
  Decimal number;
  std::int64_t unit;
};

Parsed parse_quantity(std::string_view text, const Quantity& q) {
  std::string_view rest = trimmed(text);
  if (rest.empty()) fail(text, "is empty", q);
  if (rest.front() == '-') fail(text, "is negative", q);
  bool too_long = false;
  const auto number = take_decimal(rest, too_long);
  if (!number) fail(text, "is not a number with a unit", q);
  const Unit& unit = find_unit(text, trimmed(rest), q);
  if (too_long) fail(text, "has more digits than can be represented", q);
  return {*number, unit.factor};
}

std::int64_t power_of_ten(int n) {
  std::int64_t power = 1;
  for (int i = 0; i < n; ++i) power *= 10;
  return power;
}

/// The quantity in its smallest unit, exactly.
std::int64_t parse_exact(std::string_view text, const Quantity& q) {
  auto [number, unit] = parse_quantity(text, q);
  std::int64_t divisor = power_of_ten(number.decimals);
  const std::int64_t common = std::gcd(unit, divisor);
  unit /= common, divisor /= common;
  const std::int64_t shared = std::gcd(number.digits, divisor);
  if (shared != divisor) fail(text, fmt::format("is not a whole number of {}s", q.smallest), q);
  std::int64_t value = 0;
  if (__builtin_mul_overflow(number.digits / divisor, unit, &value)) fail(text, "is too large", q);
  return value;
}

double parse_real(std::string_view text, const Quantity& q) {
  const auto [number, unit] = parse_quantity(text, q);
  return static_cast<double>(number.digits) * static_cast<double>(unit) /
         static_cast<double>(power_of_ten(number.decimals));
}

/// value / factor with at most `decimals` decimals and no trailing zeros.
std::string decimal_text(double value, int decimals) {
  std::string text = fmt::format("{:.{}f}", value, decimals);
  if (text.find('.') == std::string::npos) return text;
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text;
}

/// Largest unit of `ascending` that is not above `value`.
const Unit& scale_of(double value, std::span<const Unit> ascending) {
  const Unit* best = &ascending.front();
  for (const Unit& u : ascending)
    if (value >= static_cast<double>(u.factor)) best = &u;
  return *best;
}

}  // namespace

Time parse_time(std::string_view text) {
  constexpr std::int64_t kLongest = std::int64_t{1} << 60;  // sums of a few stay within 2^62
  const std::int64_t ps = parse_exact(text, kTime);
  if (ps > kLongest) fail(text, "is too large (at most 13 days)", kTime);
  return Time(ps);
}

Bytes parse_bytes(std::string_view text) {
  return Bytes(parse_exact(text, kSize));
}

Bandwidth parse_bandwidth(std::string_view text) {
  const double bits = parse_real(text, kBandwidth);
  if (bits < 1) fail(text, "is less than 1b/s", kBandwidth);
  if (bits > 1e18) fail(text, "is too large", kBandwidth);
  return Bandwidth{bits / 8};
}

CostPerByte parse_cost_per_byte(std::string_view text) {
  const double ps = parse_real(text, kCost);
  if (ps > 1e15) fail(text, "is too large", kCost);
  return CostPerByte{ps};
}

std::int64_t parse_integer(std::string_view text, std::int64_t min, std::int64_t max) {
  const std::string_view digits = trimmed(text);
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (digits.empty() || error == std::errc::invalid_argument ||
      end != digits.data() + digits.size())
    throw ValueError({fmt::format("'{}' is not an integer", text)});
  if (error == std::errc::result_out_of_range || value > max)
    throw ValueError({fmt::format("{} is too large", digits), fmt::format("at most {}", max)});
  if (value < min)
    throw ValueError({fmt::format("{} is too small", digits), fmt::format("at least {}", min)});
  return value;
}

std::string time_text(Time t) {
  static constexpr std::array<Unit, 5> kUnits{
      {{"s", kT}, {"ms", kG}, {"us", kM}, {"ns", kK}, {"ps", 1}}};
  const std::int64_t ps = t.count();
  for (const Unit& u : kUnits) {
    if (ps < u.factor) continue;
    std::string text = fmt::format("{}", ps / u.factor);
    if (ps % u.factor != 0) {
      text += fmt::format(".{:0{}}", ps % u.factor, fmt::format("{}", u.factor).size() - 1);
      text.erase(text.find_last_not_of('0') + 1);
    }
    return text + std::string(u.name);
  }
  return "0ps";
}

std::string size_text(Bytes b) {
  static constexpr std::array<Unit, 8> kUnits{{{"TiB", kTi},
                                               {"GiB", kGi},
                                               {"MiB", kMi},
                                               {"KiB", kKi},
                                               {"TB", kT},
                                               {"GB", kG},
                                               {"MB", kM},
                                               {"kB", kK}}};
  for (const Unit& u : kUnits)
    if (b.count() >= u.factor && b.count() % u.factor == 0)
      return fmt::format("{}{}", b.count() / u.factor, u.name);
  return fmt::format("{}B", b.count());
}

std::string bandwidth_text(Bandwidth b) {
  static constexpr std::array<Unit, 5> kUnits{
      {{"b/s", 1}, {"kb/s", kK}, {"Mb/s", kM}, {"Gb/s", kG}, {"Tb/s", kT}}};
  const double bits = b.bytes_per_second * 8;
  const Unit& u = scale_of(bits, std::span(kUnits).first(bits < 10e12 ? 4 : 5));
  return fmt::format("{}{}", decimal_text(bits / static_cast<double>(u.factor), 9), u.name);
}

std::string cost_text(CostPerByte c) {
  return decimal_text(c.ps, 9) + "ps/B";
}

std::string short_time(Time t) {
  static constexpr std::array<Unit, 5> kUnits{
      {{"ps", 1}, {"ns", kK}, {"µs", kM}, {"ms", kG}, {"s", kT}}};
  const auto ps = static_cast<double>(t.count());
  if (t.count() == 0) return "0 s";
  const Unit& u = scale_of(ps, kUnits);
  return u.factor == 1 ? fmt::format("{} ps", t.count())
                       : fmt::format("{:.3f} {}", ps / static_cast<double>(u.factor), u.name);
}

std::string short_size(Bytes b) {
  static constexpr std::array<Unit, 5> kUnits{
      {{"B", 1}, {"KiB", kKi}, {"MiB", kMi}, {"GiB", kGi}, {"TiB", kTi}}};
  const Unit& u = scale_of(static_cast<double>(b.count()), kUnits);
  return fmt::format(
      "{} {}", decimal_text(static_cast<double>(b.count()) / static_cast<double>(u.factor), 2),
      u.name);
}

std::string short_bit_rate(double bits_per_second) {
  static constexpr std::array<Unit, 5> kUnits{
      {{"b/s", 1}, {"kb/s", kK}, {"Mb/s", kM}, {"Gb/s", kG}, {"Tb/s", kT}}};
  const Unit& u =
      scale_of(bits_per_second, std::span(kUnits).first(bits_per_second < 10e12 ? 4 : 5));
  return fmt::format("{:.2f} {}", bits_per_second / static_cast<double>(u.factor), u.name);
}

std::string short_count(std::int64_t n) {
  std::string text = fmt::format("{}", n);
  const std::size_t first = n < 0 ? 1 : 0;
  for (std::size_t i = text.size(); i > first + 3;) text.insert(i -= 3, 1, ',');
  return text;
}

std::string seconds_text(Time t) {
  const std::int64_t ps = t.count();
  const auto magnitude = ps < 0 ? -static_cast<std::uint64_t>(ps) : static_cast<std::uint64_t>(ps);
  constexpr auto kSecond = static_cast<std::uint64_t>(kT);
  return fmt::format("{}{}.{:012}", ps < 0 ? "-" : "", magnitude / kSecond, magnitude % kSecond);
}

}  // namespace orrery
