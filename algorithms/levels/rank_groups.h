#pragma once

#include <optional>
#include <string>
#include <vector>

#include "algorithms/collective.h"

namespace orrery::inline algorithms {

/// Ranks 0 .. p-1 in non-empty groups, numbered by their lowest ranks: L_j in the papers.
class RankGroups {
 public:
  /// Groups the ranks; group_of[r] is the label of rank r's group.
  explicit RankGroups(const std::vector<int>& group_of);

  int count() const { return static_cast<int>(members_.size()); }
  /// Returns the ranks of group j in ascending order.
  const std::vector<int>& members(int j) const { return members_[static_cast<std::size_t>(j)]; }
  /// Returns the group of a rank; place() returns its place there.
  int of(int rank) const { return group_[static_cast<std::size_t>(rank)]; }
  int place(int rank) const { return place_[static_cast<std::size_t>(rank)]; }
  /// Returns the number of ranks in the smallest group; largest() in the largest.
  int smallest() const;
  int largest() const;
  /// Returns the i-th rank of every group: Q_i. REQUIRES 0 <= i < smallest().
  std::vector<int> lane(int i) const;
  /// Returns whether every group is a range of ranks.
  bool consecutive() const;

 private:
  std::vector<std::vector<int>> members_;
  std::vector<int> group_, place_;
};

/// Returns the default groups: neighbouring ranks, as near to a square as possible: all but the
/// last have ceil(sqrt p) ranks, or, if they must be `equal`, the largest divisor of p up to that.
std::vector<int> default_groups(int p, bool equal);

/// Returns the finest groups of the problem, or default ones.
RankGroups groups_of(const Problem& x, bool equal);

/// Returns why groups_of(x, true) do not suit a caller that needs groups of one size: "needs groups
/// ...".
std::optional<std::string> groups_differ(const Problem& x);

using GroupGrid = std::vector<std::vector<int>>;

/// Returns each rank's place in a grid: [r][0] is its place in its group, [r][1] that of its group
/// among those of the next level, and so on. A problem without groups uses its coordinates (the
/// last one is [r][0]), or default groups.
GroupGrid grid_of(const Problem& x);

/// Returns the sides of that grid; empty if it has gaps, as groups of a level differ in size.
std::vector<int> sides_of(const GroupGrid& grid);

/// Returns, for the levels above the finest, the groups in x of ranks[0], ranks[1], ..., one rank of
/// each finest group.
std::vector<std::vector<int>> coarser_groups(const Problem& x, const std::vector<int>& ranks);

}  // namespace orrery::inline algorithms
