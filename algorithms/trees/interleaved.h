#pragma once

#include <algorithm>

#include "algorithms/trees/ranges.h"

/// Construction of a best interleaved tree from the tables of either dynamic program.
namespace orrery::trees {

/// Times with a free root, and with root r for the ranges that hold r (r < 0: none).
struct InterleavedTimes {
  const Blocks& blocks;
  const TreeCosts& costs;
  const RowTable& free;
  const RootedTable* rooted;
  int r;

  bool holds(int i, int j) const { return rooted != nullptr && i <= r && r <= j; }
  Cost time(int i, int j) const { return holds(i, j) ? rooted->row(i)[j] : free.row(i)[j]; }
  Cost message(int i, int j) const { return costs.message(blocks.sum(i, j)); }
  /// Returns the time of the part that keeps the root.
  Cost keeper(int i, int j) const { return i == j ? costs.copy(blocks.size(i)) : time(i, j); }

  Cost joined(int i, int k, int j, bool root_left) const {
    if (root_left && holds(k + 1, j)) return kNever;
    if (!root_left && holds(i, k)) return kNever;
    if (root_left) return std::max(keeper(i, k), free.row(k + 1)[j]) + message(k + 1, j);
    return std::max(free.row(i)[k], keeper(k + 1, j)) + message(i, k);
  }

  TimedTree tree() const {
    const int p = blocks.ranks();
    Tree best = tree_of_splits(p, false, [this](int i, int j, bool) {
      return find_split(i, j, time(i, j), [this](int from, int k, int to, bool root_left) {
        return joined(from, k, to, root_left);
      });
    });
    return {std::move(best), keeper(0, p - 1)};
  }
};

}  // namespace orrery::trees
