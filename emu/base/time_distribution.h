#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "emu/base/units.h"

namespace orrery::inline base {

/// A distribution of times: arrivals, or preemptions of a processor.
class TimeDistribution {
 public:
  /// Creates the constant 0.
  TimeDistribution() = default;
  /// Returns the constant `t`.
  static TimeDistribution constant(Time t);

  /// Reads "5us" (always), "uniform(0us,10us)", "normal(10us,2us)" (mean and standard deviation;
  /// negative times become 0), "exponential(5us)" (mean), "lognormal(5us,0.8)" (median, and the
  /// standard deviation of the logarithm), "pareto(1us,2.5)" (least time and tail exponent) or
  /// "weibull(5us,0.7)" (scale and shape). THROWS ValueError for anything else, and for a
  /// distribution without a mean.
  static TimeDistribution parse(std::string_view text);

  /// Draws a time from 64 random bits; at most 13 days.
  Time draw(std::uint64_t bits) const;
  /// Returns the share of times that are at most `t`.
  double up_to(Time t) const;
  double mean_ps() const;
  const std::string& text() const {
    return text_;
  }  ///< returns the text given to parse(), without
     ///< blanks
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
  double first_ = 0, second_ = 0;  ///< the values in the parentheses: ps, or a plain number
  std::string text_ = "0s";
};

}  // namespace orrery::inline base
