#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>

namespace orrery {

/// What the names in a formula stand for.
struct FormulaNames {
  std::map<std::string, double, std::less<>> values;
  /// "completion_time(ring)": what another algorithm has in the same case. THROWS std::invalid_argument.
  std::function<double(std::string_view figure, std::string_view algorithm)> figure_of;
};

/// The value of an expression with + - * / ^ and parentheses, ceil, floor, log2, sqrt, min and max, names and
/// figures of algorithms. THROWS std::invalid_argument that says what stands where it makes no sense.
double formula_value(std::string_view text, const FormulaNames& names);

}  // namespace orrery
