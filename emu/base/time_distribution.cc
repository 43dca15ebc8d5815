#include "emu/base/time_distribution.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <ranges>
#include <vector>

#include <fmt/format.h>

#include "emu/base/complaint.h"
#include "emu/base/letters.h"
#include "emu/base/nearest.h"
#include "emu/base/quantity.h"
#include "emu/base/random.h"

namespace orrery::inline base {

/// The written form of a distribution.
struct TimeDistribution::Form {
  std::string_view name;
  std::string_view example;
  Kind kind;
  int times;    ///< parameters that are times; numbers follow
  int numbers;  ///< parameters that are plain numbers
};

namespace {

constexpr std::string_view kForms =
    "a time such as 5us, or uniform(0us,10us), normal(10us,2us), exponential(5us), "
    "lognormal(5us,0.8), pareto(1us,2.5) or weibull(5us,0.7)";
constexpr double kLongestPs = 0x1p60;  // ps: 13 days

std::vector<std::string_view> parameters_of(std::string_view list) {
  std::vector<std::string_view> items;
  for (std::size_t begin = 0; begin <= list.size();) {
    const std::size_t end = std::min(list.find(',', begin), list.size());
    items.push_back(list.substr(begin, end - begin));
    begin = end + 1;
  }
  return items;
}

double positive_number(std::string_view text) {
  const auto value = plain_number(text);
  if (!value || *value <= 0)
    throw ValueError({fmt::format("'{}' is not a number above 0", text), std::string(kForms)});
  return *value;
}

/// Returns a standard normal draw (Box and Muller: a note on the generation of random normal
/// deviates, 1958).
double standard_normal(std::uint64_t bits) {
  const double radius = std::sqrt(-2 * std::log(unit_interval(bits)));
  return radius * std::cos(2 * std::numbers::pi * unit_interval(mixed(bits)));
}

double normal_up_to(double z) {
  return 0.5 * std::erfc(-z / std::numbers::sqrt2);
}

}  // namespace

std::span<const TimeDistribution::Form> TimeDistribution::forms() {
  static constexpr std::array<Form, 7> kAll{
      {{"constant", "constant(5us)", Kind::kConstant, 1, 0},
       {"uniform", "uniform(0us,10us)", Kind::kUniform, 2, 0},
       {"normal", "normal(10us,2us)", Kind::kNormal, 2, 0},
       {"exponential", "exponential(5us)", Kind::kExponential, 1, 0},
       {"lognormal", "lognormal(5us,0.8)", Kind::kLognormal, 1, 1},
       {"pareto", "pareto(1us,2.5)", Kind::kPareto, 1, 1},
       {"weibull", "weibull(5us,0.7)", Kind::kWeibull, 1, 1}}};
  return kAll;
}

TimeDistribution TimeDistribution::constant(Time t) {
  TimeDistribution d;
  d.first_ = static_cast<double>(t.count());
  d.text_ = fmt::format("{}ps", t.count());
  return d;
}

TimeDistribution TimeDistribution::parse(std::string_view text) {
  const std::string written = without_blanks(text);
  const std::size_t open = written.find('(');
  if (open != std::string::npos) return parse_call(written, open);
  TimeDistribution d;
  try {
    d.first_ = static_cast<double>(parse_time(written).count());
  } catch (const ValueError& e) {
    throw ValueError({e.complaint().what, std::string(kForms), e.complaint().nearest});
  }
  d.text_ = written;
  return d;
}

TimeDistribution TimeDistribution::parse_call(std::string_view text, std::size_t open) {
  const std::string_view name = text.substr(0, open);
  const auto form = std::ranges::find(forms(), name, &Form::name);
  if (form == forms().end())
    throw ValueError({fmt::format("'{}' is not a distribution", name), std::string(kForms),
                      nearest_of(name, std::views::transform(forms(), &Form::name))});
  const auto items = parameters_of(text.substr(open + 1, text.size() - open - 2));
  if (!text.ends_with(')') || std::ssize(items) != form->times + form->numbers)
    throw ValueError({fmt::format("'{}' lacks parameters of {}", text, name),
                      fmt::format("such as {}", form->example)});
  std::array<double, 2> values{};
  for (std::size_t i = 0; i < items.size(); ++i)
    values[i] = static_cast<int>(i) < form->times
                    ? static_cast<double>(parse_time(items[i]).count())
                    : positive_number(items[i]);
  if (form->kind == Kind::kUniform && values[0] > values[1])
    throw ValueError({fmt::format("'{}' ends before it begins", text), "the smaller time first"});
  if (form->kind == Kind::kPareto && values[1] <= 1)
    throw ValueError({fmt::format("'{}' has no mean", text), "an exponent above 1"});
  TimeDistribution d;
  d.kind_ = form->kind;
  d.first_ = values[0];
  d.second_ = values[1];
  if (d.mean_ps() > kLongestPs)
    throw ValueError({fmt::format("'{}' has a mean beyond 13 days", text), "a shorter one"});
  d.text_ = text;
  return d;
}

double TimeDistribution::draw_ps(std::uint64_t bits) const {
  const double u = unit_interval(bits);
  switch (kind_) {
    case Kind::kConstant:
      break;
    case Kind::kUniform:
      return first_ + u * (second_ - first_);
    case Kind::kNormal:
      return first_ + second_ * standard_normal(bits);
    case Kind::kExponential:
      return -first_ * std::log(u);
    case Kind::kLognormal:
      return first_ * std::exp(second_ * standard_normal(bits));
    case Kind::kPareto:
      return first_ * std::pow(u, -1 / second_);
    case Kind::kWeibull:
      return first_ * std::pow(-std::log(u), 1 / second_);
  }
  return first_;
}

Time TimeDistribution::draw(std::uint64_t bits) const {
  return Time(std::llround(std::clamp(draw_ps(bits), 0.0, kLongestPs)));
}

double TimeDistribution::up_to(Time t) const {
  const auto x = static_cast<double>(t.count());
  switch (kind_) {
    case Kind::kConstant:
      break;
    case Kind::kUniform:
      if (second_ > first_) return std::clamp((x - first_) / (second_ - first_), 0.0, 1.0);
      break;
    case Kind::kNormal:
      return x < 0 ? 0 : second_ > 0 ? normal_up_to((x - first_) / second_) : x >= first_;
    case Kind::kExponential:
      return first_ > 0 ? -std::expm1(-x / first_) : 1;
    case Kind::kLognormal:
      return first_ > 0 ? normal_up_to(std::log(x / first_) / second_) : 1;
    case Kind::kPareto:
      return x < first_ ? 0 : first_ > 0 ? 1 - std::pow(first_ / x, second_) : 1;
    case Kind::kWeibull:
      return first_ > 0 ? -std::expm1(-std::pow(x / first_, second_)) : 1;
  }
  return x >= first_ ? 1 : 0;
}

double TimeDistribution::mean_ps() const {
  switch (kind_) {
    case Kind::kUniform:
      return (first_ + second_) / 2;
    case Kind::kNormal: {  // of max(0, X)
      if (second_ == 0) return first_;
      const double z = first_ / second_;
      return first_ * normal_up_to(z) +
             second_ * std::exp(-z * z / 2) / std::sqrt(2 * std::numbers::pi);
    }
    case Kind::kLognormal:
      return first_ * std::exp(second_ * second_ / 2);
    case Kind::kPareto:
      return first_ * second_ / (second_ - 1);
    case Kind::kWeibull:
      return first_ * std::tgamma(1 + 1 / second_);
    default:
      return first_;
  }
}

}  // namespace orrery::inline base
