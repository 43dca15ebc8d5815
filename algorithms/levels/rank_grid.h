#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "algorithms/levels/levels.h"

namespace orrery::inline algorithms {

/// One rank's place in a grid of ranks (grid_of()), for collectives along one dimension after the
/// other.
class RankGrid {
 public:
  /// Finds the place. `at` must outlive it. REQUIRES !no_grid(at.problem()).
  explicit RankGrid(Levels& at);

  int dimensions() const { return static_cast<int>(sides_.size()); }
  /// Runs a part of the given role among the ranks that differ from this one in dimension d only.
  /// Block k has the blocks of all ranks at place k of dimension d that agree with this rank in the
  /// dimensions below d.
  void blocks(int role, int d) const;

 private:
  std::vector<std::vector<int>> held(int d) const;

  Levels& at_;
  std::shared_ptr<const GroupGrid> grid_;
  std::vector<int> sides_;
};

/// Returns why there is no grid, in words: groups of different sizes.
std::optional<std::string> no_grid(const Problem& x);

}  // namespace orrery::inline algorithms
