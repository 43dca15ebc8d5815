#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "scenarios/spec/scenario.h"

/// Expectations that compare a cell with another one: `max = "1.1 * binomial"`.
namespace orrery {

/// The values that a sweep has, by the names that they have in texts: as written, exact ("2MiB" of
/// "2048KiB"), and both behind "KEY=".
class SweptNames {
 public:
  explicit SweptNames(const std::vector<RunSpec>& cells);

  /// What `text` names: values of different swept keys, joined by dots. THROWS ValueError if it is
  /// something else, or could be two things.
  std::vector<std::pair<std::string, std::string>> values(std::string_view text) const;
  /// Whether `text` names values.
  bool has(std::string_view text) const;
  /// The name that was probably meant; empty if none is near.
  std::string nearest(std::string_view text) const;

 private:
  using Value = std::pair<std::string, std::string>;  // a swept key and its value as written
  void find(std::string_view text, std::vector<Value>& begun,
            std::vector<std::vector<Value>>& found) const;

  std::multimap<std::string, Value, std::less<>> names_;
};

/// "1.1 * binomial" is 1.1 and "binomial"; the factor of "binomial" is 1. THROWS ValueError for a factor
/// that is none.
std::pair<double, std::string_view> split_factor(std::string_view text);

/// The cells of a sweep by their swept values.
class Siblings {
 public:
  explicit Siblings(const std::vector<RunSpec>& cells);

  /// The number of the cell that is like `cell` but for what differs; nothing if there is none.
  std::optional<std::size_t> find(const RunSpec& cell, const Relative& relative) const;

 private:
  std::map<std::vector<std::pair<std::string, std::string>>, std::size_t> cells_;
};

/// `factor` times a time, a size or another number; null for what is none of these.
FieldValue times(double factor, const FieldValue& value);

}  // namespace orrery
