#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>

/// Expressions: what signs stand between, * and / before + and -, from the left.
namespace orrery {

/// Reads a sum of products, or one of those. `reader.take(sign)` passes over a sign and says whether it stood there,
/// `reader.operand()` reads what * and / join, and `reader.joined(sign, left, right)` is what comes of two values.
template <class Reader>
auto read_sum(Reader& reader, bool is_product = false) -> decltype(reader.operand()) {
  const auto next = [&] { return is_product ? reader.operand() : read_sum(reader, true); };
  const std::string_view first = is_product ? "*" : "+", second = is_product ? "/" : "-";
  auto value = next();
  for (;;) {
    const bool is_first = reader.take(first);
    if (!is_first && !reader.take(second)) return value;
    value = reader.joined(is_first ? first : second, std::move(value), next());
  }
}

/// What the names in a formula stand for.
struct FormulaNames {
  std::map<std::string, double, std::less<>> values;
  /// "completion_time(ring)": what another algorithm has in the same case. THROWS std::invalid_argument.
  std::function<double(std::string_view metric, std::string_view algorithm)> metric_of;
};

/// The value of an expression with + - * / ^ and parentheses, ceil, floor, log2, sqrt, min and max, names and
/// metrics of algorithms. THROWS std::invalid_argument that says what stands where it makes no sense.
double formula_value(std::string_view text, const FormulaNames& names);

}  // namespace orrery
