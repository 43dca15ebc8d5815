#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>

/// Expressions of operands and signs: * and / bind closer than + and -, from left to right.
namespace orrery::inline base {

/// Reads a sum of products, or one product. `reader.take(sign)` skips a sign and returns whether it
/// stood there, `reader.operand()` reads an operand of * and /, and `reader.joined(sign, left,
/// right)` combines two values.
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

/// The meanings of the names in a formula.
struct FormulaNames {
  std::map<std::string, double, std::less<>> values;
  /// Returns "completion_time(ring)": the metric of another algorithm in the same case. THROWS
  /// std::invalid_argument.
  std::function<double(std::string_view metric, std::string_view algorithm)> metric_of;
};

/// Returns the value of an expression with + - * / ^ and parentheses, ceil, floor, log2, sqrt, min
/// and max, names and metrics of algorithms. THROWS std::invalid_argument that names the misplaced
/// part.
double formula_value(std::string_view text, const FormulaNames& names);

}  // namespace orrery::inline base
