#include "emu/base/quantity.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <numeric>
#include <ranges>
#include <span>
#include <string>
#include <system_error>

#include <fmt/format.h>

#include "emu/base/complaint.h"
#include "emu/base/letters.h"
#include "emu/base/nearest.h"
#include "emu/base/unit.h"

namespace orrery::inline base {

namespace {

/// A kind of quantity: its name in errors, and its units.
struct Quantity {
  std::string_view what;      ///< "a time"
  std::string_view example;   ///< "500ns"
  std::string_view smallest;  ///< "picosecond"
  std::span<const Unit> units;
};

constexpr std::array<Unit, 7> kTimeUnits{
    {{"ps", 1}, {"ns", kK}, {"us", kM}, {"µs", kM}, {"μs", kM}, {"ms", kG}, {"s", kT}}};
/// First the units that "Mi" probably means.
constexpr std::array<Unit, 9> kSizeUnits{{{"KiB", kKi},
                                          {"MiB", kMi},
                                          {"GiB", kGi},
                                          {"TiB", kTi},
                                          {"B", 1},
                                          {"kB", kK},
                                          {"MB", kM},
                                          {"GB", kG},
                                          {"TB", kT}}};
/// Units of the SI, then other common spellings, none of which is ambiguous.
constexpr std::array<Unit, 43> kBandwidthUnits{
    {{"b/s", 1},         {"kb/s", kK},       {"Mb/s", kM},       {"Gb/s", kG},
     {"Tb/s", kT},       {"Kib/s", kKi},     {"Mib/s", kMi},     {"Gib/s", kGi},
     {"Tib/s", kTi},     {"B/s", 8},         {"kB/s", 8 * kK},   {"MB/s", 8 * kM},
     {"GB/s", 8 * kG},   {"TB/s", 8 * kT},   {"KiB/s", 8 * kKi}, {"MiB/s", 8 * kMi},
     {"GiB/s", 8 * kGi}, {"TiB/s", 8 * kTi}, {"bps", 1},         {"bit/s", 1},
     {"kbps", kK},       {"kbit/s", kK},     {"k", kK},          {"kBps", 8 * kK},
     {"Mbps", kM},       {"Mbit/s", kM},     {"mbps", kM},       {"M", kM},
     {"MBps", 8 * kM},   {"Gbps", kG},       {"Gbit/s", kG},     {"gbps", kG},
     {"G", kG},          {"GBps", 8 * kG},   {"Tbps", kT},       {"Tbit/s", kT},
     {"tbps", kT},       {"T", kT},          {"TBps", 8 * kT},   {"Bps", 8},
     {"KiBps", 8 * kKi}, {"MiBps", 8 * kMi}, {"GiBps", 8 * kGi}}};
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

/// Takes "e-6" off the front of "e-6s"; 0 if there is none. No unit begins like that.
int take_exponent(std::string_view& rest) {
  const bool is_signed = rest.size() > 1 && (rest[1] == '-' || rest[1] == '+');
  const std::size_t digits = is_signed ? 2 : 1;
  if (rest.size() <= digits || (rest[0] != 'e' && rest[0] != 'E') || !is_digit(rest[digits]))
    return 0;
  std::size_t end = digits;
  int exponent = 0;
  for (; end < rest.size() && is_digit(rest[end]); ++end)
    exponent = std::min(10 * exponent + (rest[end] - '0'), 1000);
  const bool negative = rest[1] == '-';
  rest.remove_prefix(end);
  return negative ? -exponent : exponent;
}

/// Multiplies by a power of ten; false if that has too many digits.
bool scale(Decimal& d, int exponent) {
  if (d.digits == 0) return true;
  for (; exponent > 0; --exponent) {
    if (d.decimals > 0)
      --d.decimals;
    else if (__builtin_mul_overflow(d.digits, std::int64_t{10}, &d.digits))
      return false;
  }
  for (; exponent < 0 && d.digits % 10 == 0; ++exponent) d.digits /= 10;
  d.decimals -= exponent;
  return d.decimals <= 18;
}

/// Returns the meanings of a size with a single letter: OSU's and NVIDIA's benchmarks count 1024,
/// others 1000.
std::optional<std::string> two_readings(std::string_view number, std::string_view unit) {
  constexpr std::string_view kLetters = "KMGT";
  const bool is_small = unit.size() == 1 && unit.front() >= 'a' && unit.front() <= 'z';
  const char letter = unit == "KB" || unit == "kb" || unit == "Kb" ? 'K'
                      : is_small ? static_cast<char>(unit.front() - 'a' + 'A')
                                 : unit.front();
  const bool is_letter = unit.size() == 1 || letter == 'K';
  if (!is_letter || kLetters.find(letter) == std::string_view::npos) return std::nullopt;
  return fmt::format(
      "{0}{1}iB (1024-fold, as in OSU's benchmarks and nccl-tests) or {0}{2}B (1000-fold)", number,
      letter, letter == 'K' ? 'k' : letter);
}

const Unit& find_unit(std::string_view text, std::string_view name, const Quantity& q) {
  if (name.empty()) fail(text, "has no unit", q);
  for (const Unit& u : q.units)
    if (u.name == name) return u;
  const std::string_view number = trimmed(text.substr(0, text.rfind(name)));
  if (const auto readings = &q == &kSize ? two_readings(number, name) : std::nullopt)
    throw ValueError({fmt::format("'{}' is ambiguous", text), *readings});
  auto nearest = nearest_of(name, std::views::transform(q.units, &Unit::name));
  if (const auto same = std::ranges::find(q.units, fmt::format("{}/s", name), &Unit::name);
      same != q.units.end())
    nearest = same->name;
  throw ValueError(
      {fmt::format("'{}' has the unknown unit '{}'", text, name), example_of(q), nearest});
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
  auto number = take_decimal(rest, too_long);
  if (!number) fail(text, "is not a number with a unit", q);
  const int exponent = take_exponent(rest);
  const Unit& unit = find_unit(text, trimmed(rest), q);
  if (too_long || !scale(*number, exponent))
    fail(text, "has more digits than can be represented", q);
  return {*number, unit.factor};
}

std::int64_t power_of_ten(int n) {
  std::int64_t power = 1;
  for (int i = 0; i < n; ++i) power *= 10;
  return power;
}

/// Returns the quantity in its smallest unit, exactly.
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

std::optional<double> plain_number(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool whole = error == std::errc() && end == text.data() + text.size();
  return whole && std::isfinite(value) ? std::optional(value) : std::nullopt;
}

}  // namespace orrery::inline base
