#pragma once

#include <optional>
#include <string>
#include <vector>

#include "algorithms/collective.h"

namespace orrery {

/// Ranks 0 .. p-1 in groups, each with one rank at least, that are numbered by their lowest ranks: L_j in the papers.
class RankGroups {
 public:
  /// group_of[r] is what the group of rank r is called.
  explicit RankGroups(const std::vector<int>& group_of);

  int count() const { return static_cast<int>(members_.size()); }
  /// The ranks of group j in ascending order.
  const std::vector<int>& members(int j) const { return members_[static_cast<std::size_t>(j)]; }
  /// The group of a rank, and its place there.
  int of(int rank) const { return group_[static_cast<std::size_t>(rank)]; }
  int place(int rank) const { return place_[static_cast<std::size_t>(rank)]; }
  /// Ranks of the smallest group, and of the largest.
  int smallest() const;
  int largest() const;
  /// The i-th rank of every group: Q_i. REQUIRES 0 <= i < smallest().
  std::vector<int> lane(int i) const;
  /// Whether every group is a range of ranks.
  bool consecutive() const;

 private:
  std::vector<std::vector<int>> members_;
  std::vector<int> group_, place_;
};

/// The default RankGroups: neighbouring ranks, as near to a square as can be: all but the last have
/// ceil(sqrt p) ranks, or, where they must be `equal`, the largest divisor of p up to that.
std::vector<int> default_groups(int p, bool equal);

/// The finest groups of the problem, or default ones.
RankGroups groups_of(const Problem& x, bool equal);

/// Why groups_of(x, true) do not suit a caller that needs groups of one size, in words: "needs groups ...".
std::optional<std::string> groups_differ(const Problem& x);

using GroupGrid = std::vector<std::vector<int>>;

/// Where each rank is in a grid: [r][0] is its place in its group, [r][1] that of its group among those of the next
/// level, and so on. Where the problem has no groups its coordinates count (the last one is [r][0]), or default groups.
GroupGrid grid_of(const Problem& x);

/// Sides of that grid; empty where it has gaps, as groups of a level differ in size.
std::vector<int> sides_of(const GroupGrid& grid);

/// The groups of the levels above the finest, for one rank of each: x's seen from ranks[0], ranks[1], ...
std::vector<std::vector<int>> coarser_groups(const Problem& x, const std::vector<int>& ranks);

}  // namespace orrery
