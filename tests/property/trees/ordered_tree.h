#pragma once

#include <algorithm>
#include <vector>

#include "algorithms/trees/tree.h"

/// Recognises trees that gather without moving blocks.
namespace orrery::trees {

struct HeldRange {
  int from = 0;
  int to = 0;
};

/// Adds the range of c to that of its parent; false if they do not touch.
inline bool join(HeldRange& held, const HeldRange& taken) {
  if (taken.from == held.to + 1)
    held.to = taken.to;
  else if (taken.to == held.from - 1)
    held.from = taken.from;
  else
    return false;
  return true;
}

/// Joins the children of r from its first to its last; the block of r itself joins when it is
/// copied.
inline bool join_children(const Tree& tree, int r, std::vector<HeldRange>& ranges) {
  const auto children = tree.children(r);
  HeldRange held{r, r};
  if (tree.copy_place(r) > 0) held = ranges[static_cast<std::size_t>(children[0])];
  for (int i = 0; i < tree.degree(r); ++i) {
    if (i == tree.copy_place(r) && i > 0 && !join(held, {r, r})) return false;
    if (i == 0 && tree.copy_place(r) > 0) continue;
    if (!join(held, ranges[static_cast<std::size_t>(children[static_cast<std::size_t>(i)])]))
      return false;
  }
  if (!tree.leaf(r) && tree.copy_place(r) == tree.degree(r) && !join(held, {r, r})) return false;
  ranges[static_cast<std::size_t>(r)] = held;
  return true;
}

/// Returns whether the ranks of every subtree are consecutive and every rank holds consecutive
/// ranks after each of its operations, so that no block ever moves within a buffer.
inline bool is_ordered(const Tree& tree) {
  std::vector<HeldRange> ranges(static_cast<std::size_t>(tree.ranks()));
  const std::vector<int> order = tree.bottom_up();
  return std::ranges::all_of(order, [&](int r) { return join_children(tree, r, ranges); });
}

}  // namespace orrery::trees
