#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "scenarios/spec/scenario.h"

/// Expectations that compare a cell with another one: `max = "1.1 * binomial"`.
namespace orrery::inline run {

/// The values of a sweep, by their names in texts: as written, exact ("2MiB" for "2048KiB"), and
/// both after "KEY=".
class SweptNames {
 public:
  explicit SweptNames(const std::vector<RunSpec>& cells);

  /// Returns the values that `text` names: of different swept keys, joined by dots. THROWS
  /// ValueError for other or ambiguous text.
  std::vector<std::pair<std::string, std::string>> values(std::string_view text) const;
  /// Returns whether `text` names values.
  bool has(std::string_view text) const;
  /// Returns the name that was probably meant; empty if no name is near.
  std::string nearest(std::string_view text) const;

 private:
  using Value = std::pair<std::string, std::string>;  // a swept key and its value as written
  void find(std::string_view text, std::vector<Value>& begun,
            std::vector<std::vector<Value>>& found) const;

  std::multimap<std::string, Value, std::less<>> names_;
};

/// Splits "1.1 * binomial" into 1.1 and "binomial"; the factor of "binomial" is 1. THROWS
/// ValueError for a factor that is not a number above 0.
std::pair<double, std::string_view> split_factor(std::string_view text);

/// The cells of a sweep by their swept values.
class Siblings {
 public:
  explicit Siblings(const std::vector<RunSpec>& cells);

  /// Returns the number of the cell that equals `cell` except for the differing values; nothing if
  /// there is none.
  std::optional<std::size_t> find(const RunSpec& cell, const Relative& relative) const;

 private:
  std::map<std::vector<std::pair<std::string, std::string>>, std::size_t> cells_;
};

/// Returns `factor` times a time, a size or another number; null for other values.
FieldValue times(double factor, const FieldValue& value);

}  // namespace orrery::inline run
