#include "emu/base/expression.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <ranges>
#include <stdexcept>

#include <fmt/format.h>

#include "emu/base/letters.h"
#include "emu/base/nearest.h"

namespace orrery::inline base {
namespace {

constexpr int kDeepest = 64;

/// A parser that computes as it reads, by recursive descent.
class FormulaReader {
 public:
  FormulaReader(std::string_view text, const FormulaNames& names) : text_(text), names_(names) {}

  double whole() {
    const double value = sum();
    if (at_ < text_.size()) fail("an operator");
    return value;
  }

  bool take(std::string_view sign) {
    at_ = std::min(text_.find_first_not_of(' ', at_), text_.size());
    if (!text_.substr(at_).starts_with(sign)) return false;
    at_ += sign.size();
    return true;
  }
  double operand() {
    const double base = primary();
    return take("^") ? std::pow(base, nested([this] { return operand(); })) : base;
  }
  static double joined(std::string_view sign, double left, double right) {
    if (sign == "+") return left + right;
    if (sign == "-") return left - right;
    return sign == "*" ? left * right : left / right;
  }

 private:
  double sum() { return read_sum(*this); }

  [[noreturn]] void fail(std::string_view expected) {
    const std::string_view rest = trimmed(text_.substr(std::min(at_, text_.size())));
    throw std::invalid_argument(
        rest.empty() ? fmt::format("'{}' ends too early; expected {}", text_, expected)
                     : fmt::format("'{}': '{}' where {} was expected", text_, rest, expected));
  }

  double primary() {
    return nested([this] { return take("-") ? -primary() : unsigned_primary(); });
  }

  /// Reads a nested part, up to a limited depth.
  template <class Read>
  double nested(const Read& read) {
    if (++depth_ > kDeepest) fail("fewer parts within each other");
    const double value = read();
    --depth_;
    return value;
  }

  double unsigned_primary() {
    if (take("(")) return closed(sum());
    const auto next = static_cast<unsigned char>(at_ < text_.size() ? text_[at_] : '\0');
    if (std::isdigit(next) != 0) return number();
    if (std::isalpha(next) != 0) return named(name());
    fail("a number or a name");
  }

  double closed(double value) {
    if (!take(")")) fail("')'");
    return value;
  }

  double number() {
    double value = 0;
    const auto [end, error] =
        std::from_chars(text_.data() + at_, text_.data() + text_.size(), value);
    if (error != std::errc()) fail("a number");
    at_ = static_cast<std::size_t>(end - text_.data());
    return value;
  }

  std::string_view name() {
    const std::size_t begin = at_;
    while (at_ < text_.size() &&
           (std::isalnum(static_cast<unsigned char>(text_[at_])) != 0 || text_[at_] == '_'))
      ++at_;
    return text_.substr(begin, at_ - begin);
  }

  double named(std::string_view word) {
    if (take("(")) return call(word);
    const auto value = names_.values.find(word);
    if (value != names_.values.end()) return value->second;
    throw std::invalid_argument(fmt::format("'{}': '{}' is unknown; expected {}", text_, word,
                                            one_of(std::views::keys(names_.values))));
  }

  double call(std::string_view word) {
    if (word == "ceil") return closed(std::ceil(near_integer(sum())));
    if (word == "floor") return closed(std::floor(near_integer(sum())));
    if (word == "log2") return closed(std::log2(sum()));
    if (word == "sqrt") return closed(std::sqrt(sum()));
    if (word == "min" || word == "max") return extreme(word == "max");
    const std::size_t end = std::min(text_.find(')', at_), text_.size());
    const std::string_view algorithm = trimmed(text_.substr(at_, end - at_));
    at_ = end;
    return closed(names_.metric_of(word, algorithm));
  }

  /// Rounds values that are integers except for rounding errors: ceil(log2(8)) is 3.
  static double near_integer(double value) {
    const double rounded = std::round(value);
    return std::abs(value - rounded) < 1e-9 ? rounded : value;
  }

  double extreme(bool largest) {
    double value = sum();
    while (take(",")) {
      const double other = sum();
      value = largest ? std::max(value, other) : std::min(value, other);
    }
    return closed(value);
  }

  std::string_view text_;
  const FormulaNames& names_;
  std::size_t at_ = 0;
  int depth_ = 0;
};

}  // namespace

double formula_value(std::string_view text, const FormulaNames& names) {
  return FormulaReader(text, names).whole();
}

}  // namespace orrery::inline base
