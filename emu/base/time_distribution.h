#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "emu/base/units.h"

namespace orrery {

/// How times are distributed: those of arrivals, and of preemptions of a processor.
class TimeDistribution {
 public:
  /// Always 0.
  TimeDistribution() = default;
  /// Always `t`.
  static TimeDistribution constant(Time t);

  /// From "5us" (always), "uniform(0us,10us)", "normal(10us,2us)" (mean and standard deviation; what would be
  /// negative is 0), "exponential(5us)" (mean), "lognormal(5us,0.8)" (median, and the standard deviation of the
  /// logarithm), "pareto(1us,2.5)" (least, and the exponent of the tail) or "weibull(5us,0.7)" (scale and shape).
  /// THROWS ValueError for anything else, and for a distribution without a mean.
  static TimeDistribution parse(std::string_view text);

  /// One of its times, of 64 random bits; at most 13 days.
  Time draw(std::uint64_t bits) const;
  /// Share of the times that are at most `t`.
  double up_to(Time t) const;
  double mean_ps() const;
  const std::string& text() const { return text_; }  ///< as parse() was given it, without blanks
  bool operator==(const TimeDistribution& other) const { return text_ == other.text_; }

 private:
  enum class Kind : std::uint8_t {
    kConstant,
    kUniform,
    kNormal,
    kExponential,
    kLognormal,
    kPareto,
    kWeibull
  };
  struct Form;
  static std::span<const Form> forms();
  static TimeDistribution parse_call(std::string_view text, std::size_t open);
  double draw_ps(std::uint64_t bits) const;

  Kind kind_ = Kind::kConstant;
  double first_ = 0, second_ = 0;  ///< what is in the parentheses: ps, or a plain number
  std::string text_ = "0s";
};

}  // namespace orrery
