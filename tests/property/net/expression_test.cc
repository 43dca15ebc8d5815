#include "emu/base/expression.h"

#include <array>
#include <cmath>
#include <random>
#include <stdexcept>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace orrery {
namespace {

double worth(std::string_view text) {
  const auto call = [text](std::string_view name, std::string_view) -> double {
    throw std::invalid_argument(fmt::format("'{}' calls '{}'", text, name));
  };
  return formula_value(text, {{{"p", 8}}, call});
}

/// The precedence of an expression; a sum binds least.
enum class Binding { kSum, kProduct, kPower, kPrimary };

struct Written {
  std::string text;
  double value;
  Binding binding = Binding::kPrimary;
};

/// Generates expressions with their values; parentheses stand only where they are needed.
class RandomExpressions {
 public:
  explicit RandomExpressions(unsigned seed) : random_(seed) {}

  Written next(int depth) {
    if (depth == 0) return leaf();
    const Written a = next(below(depth)), b = next(below(depth));
    switch (below(8)) {
      case 0:
        return {text(a, Binding::kSum, '+', b, Binding::kProduct), a.value + b.value,
                Binding::kSum};
      case 1:
        return {text(a, Binding::kSum, '-', b, Binding::kProduct), a.value - b.value,
                Binding::kSum};
      case 2:
        return {text(a, Binding::kProduct, '*', b, Binding::kPower), a.value * b.value,
                Binding::kProduct};
      case 3:
        return {text(a, Binding::kProduct, '/', b, Binding::kPower), a.value / b.value,
                Binding::kProduct};
      case 4:
        return {text(a, Binding::kPrimary, '^', b, Binding::kPower), std::pow(a.value, b.value),
                Binding::kPower};
      case 5:
        return {blanks() + "-" + in(a, Binding::kPrimary), -a.value};
      case 6:
        return {fmt::format("max({},{})", a.text, b.text), std::max(a.value, b.value)};
      default:
        return {fmt::format("{}sqrt{}({})", blanks(), blanks(), a.text), std::sqrt(a.value)};
    }
  }

  int below(int n) { return static_cast<int>(random_() % static_cast<unsigned>(n)); }

 private:
  Written leaf() {
    if (below(3) == 0) return {blanks() + "p", 8};
    const int number = below(40);
    return {fmt::format("{}{}.5", blanks(), number), number + 0.5};
  }
  std::string blanks() { return std::string(static_cast<std::size_t>(below(3)), ' '); }
  std::string in(const Written& part, Binding least) {
    return part.binding < least ? blanks() + "(" + part.text + blanks() + ")" : part.text;
  }
  std::string text(const Written& a, Binding left, char sign, const Written& b, Binding right) {
    return in(a, left) + blanks() + sign + in(b, right);
  }

  std::mt19937 random_;
};

TEST(Expressions, AreWorthWhatTheyAreMadeOf) {
  RandomExpressions expressions(1);
  for (int i = 0; i < 20'000; ++i) {
    const auto [text, value, binding] = expressions.next(1 + expressions.below(6));
    const double is = worth(text);
    if (std::isnan(value))
      EXPECT_TRUE(std::isnan(is)) << text;
    else
      EXPECT_EQ(is, value) << text;
  }
}

/// Checks that a wrong expression is refused with its whole text and the place.
TEST(Expressions, AreRefusedWithTheirText) {
  constexpr std::string_view kCharacters = "()+-*/^,. 12ps?";
  RandomExpressions expressions(2);
  int refused = 0;
  for (int i = 0; i < 20'000; ++i) {
    std::string text = expressions.next(4).text;
    text[static_cast<std::size_t>(expressions.below(static_cast<int>(text.size())))] =
        kCharacters[static_cast<std::size_t>(
            expressions.below(static_cast<int>(kCharacters.size())))];
    try {
      worth(text);
    } catch (const std::invalid_argument& e) {
      EXPECT_TRUE(std::string_view(e.what()).starts_with(fmt::format("'{}'", text))) << e.what();
      ++refused;
    }
  }
  EXPECT_GT(refused, 5000);
  EXPECT_LT(refused, 18'000);
}

TEST(Expressions, SayWhatWasExpectedWhere) {
  for (const auto& [text, error] : std::array<std::pair<const char*, const char*>, 6>{
           {{"1 +", "'1 +' ends too early; expected a number or a name"},
            {"(1 2", "'(1 2': '2' where ')' was expected"},
            {"1 2", "'1 2': '2' where an operator was expected"},
            {"2 * ? ", "'2 * ? ': '?' where a number or a name was expected"},
            {"1e999", "'1e999': '1e999' where a number was expected"},
            {"max(1, 2", "'max(1, 2' ends too early; expected ')'"}}})
    try {
      worth(text);
      ADD_FAILURE() << text;
    } catch (const std::invalid_argument& e) {
      EXPECT_STREQ(e.what(), error);
    }
}

}  // namespace
}  // namespace orrery
