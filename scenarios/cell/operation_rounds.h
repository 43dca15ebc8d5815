#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "scenarios/spec/scenario.h"

namespace orrery {

/// Which operation each round of a run belongs to: the rounds of operations have numbers of their own, one operation
/// after the other.
class OperationRounds {
 public:
  OperationRounds() = default;
  /// Knows nothing of a cell without operations, or of one that cannot be run.
  explicit OperationRounds(const RunSpec& spec);

  bool any() const { return !names_.empty(); }
  const std::vector<std::string>& names() const { return names_; }
  /// The number of the operation; -1 where nothing is known.
  int operation(int round) const;
  /// Its name; empty where nothing is known.
  std::string_view name(int round) const;
  /// The first round of an operation. REQUIRES any().
  int first_round(int operation) const { return first_[static_cast<std::size_t>(operation)]; }
  /// The number of the round within its operation, or `round` where nothing is known.
  int within(int round) const;
  /// "gradients 3", or "3" where nothing is known.
  std::string text(int round) const;

 private:
  std::vector<std::string> names_;
  std::vector<int> first_;
};

}  // namespace orrery
