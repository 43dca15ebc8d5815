#include "scenarios/text/units_text.h"

#include <array>
#include <charconv>
#include <span>

#include <fmt/format.h>

#include "emu/base/unit.h"
#include "scenarios/text/errors.h"
#include "scenarios/text/words.h"

namespace orrery::inline text {
namespace {

/// Returns value / factor with at most `decimals` decimals and no trailing zeros.
std::string decimal_text(double value, int decimals) {
  std::string text = fmt::format("{:.{}f}", value, decimals);
  if (text.find('.') == std::string::npos) return text;
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text;
}

/// Returns the largest unit of `ascending` that is not above `value`.
const Unit& scale_of(double value, std::span<const Unit> ascending) {
  const Unit* best = &ascending.front();
  for (const Unit& u : ascending)
    if (value >= static_cast<double>(u.factor)) best = &u;
  return *best;
}

}  // namespace

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
  static constexpr std::array<Unit, 5> kBinary{
      {{"B", 1}, {"KiB", kKi}, {"MiB", kMi}, {"GiB", kGi}, {"TiB", kTi}}};
  static constexpr std::array<Unit, 5> kDecimal{
      {{"B", 1}, {"kB", kK}, {"MB", kM}, {"GB", kG}, {"TB", kT}}};
  const auto decimals = [b](const Unit& u) {
    const std::int64_t rest = b.count() % u.factor;
    return rest == 0 ? 0 : rest * 10 % u.factor == 0 ? 1 : rest * 100 % u.factor == 0 ? 2 : 3;
  };
  const Unit& binary = scale_of(static_cast<double>(b.count()), kBinary);
  const Unit& decimal = scale_of(static_cast<double>(b.count()), kDecimal);
  const Unit& u = decimals(decimal) < (binary.factor == 1 ? 3 : std::min(decimals(binary), 2))
                      ? decimal
                      : binary;
  return fmt::format(
      "{} {}", decimal_text(static_cast<double>(b.count()) / static_cast<double>(u.factor), 2),
      u.name);
}

std::string short_share(double share) {
  const double percent = 100 * share;
  return percent == 0 || percent >= 1 ? fmt::format("{:.1f} %", percent)
                                      : fmt::format("{:.2g} %", percent);
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

}  // namespace orrery::inline text
