#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "algorithms/levels/levels.h"

namespace orrery {

/// One rank's place in a grid of ranks (grid_of()), for collectives that go along one dimension after the other.
class RankGrid {
 public:
  /// `at` must outlive it. REQUIRES !no_grid(at.problem()).
  explicit RankGrid(Levels& at);

  int dimensions() const { return static_cast<int>(sides_.size()); }
  /// A part of the given role among the ranks that differ from this one in dimension d only. Block k is what is held
  /// there of the ranks at place k: of those that agree with this rank in the dimensions below d.
  void blocks(int role, int d) const;

 private:
  std::vector<std::vector<int>> held(int d) const;

  Levels& at_;
  std::shared_ptr<const GroupGrid> grid_;
  std::vector<int> sides_;
};

/// Why there is no grid, in words: groups that differ in size.
std::optional<std::string> no_grid(const Problem& x);

}  // namespace orrery
