#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "scenarios/spec/scenario.h"

namespace orrery::inline cell {

/// The operation that each round of a run belongs to: the rounds of operations have numbers of
/// their own, one operation after the other.
class OperationRounds {
 public:
  OperationRounds() = default;
  /// Creates the table; empty for a cell without operations, or one that cannot be run.
  explicit OperationRounds(const RunSpec& spec);

  bool any() const { return !names_.empty(); }
  const std::vector<std::string>& names() const { return names_; }
  /// Returns the number of the operation; -1 if unknown.
  int operation(int round) const;
  /// Returns its name; empty if unknown.
  std::string_view name(int round) const;
  /// Returns the first round of an operation. REQUIRES any().
  int first_round(int operation) const { return first_[static_cast<std::size_t>(operation)]; }
  /// Returns the number of the round within its operation, or `round` if unknown.
  int within(int round) const;
  /// Returns "gradients 3", or "3" if the operation is unknown.
  std::string text(int round) const;

 private:
  std::vector<std::string> names_;
  std::vector<int> first_;
};

}  // namespace orrery::inline cell
