#pragma once

#include <algorithm>
#include <vector>

#include "algorithms/trees/completion_time.h"
#include "algorithms/trees/pair_costs.h"
#include "algorithms/trees/tree.h"
#include "tests/property/trees/ordered_tree.h"

/// Finds the best of all trees of few ranks: every rooted tree, every sequence of children and every
/// place of the copy, each timed by the evaluator.
namespace orrery::trees::testing {

struct BestTimes {
  Cost interleaved = INT64_MAX;  ///< trees for which grows_from_own_rank
  Cost strict = INT64_MAX;       ///< of these, no rank copies before it has all ranks below its own
  Cost binary = INT64_MAX;       ///< in rank order, at most two children
  Cost non_ordered = INT64_MAX;
};

/// Returns whether each rank takes its children in rank order, its own block at its place.
inline bool in_rank_order(const Tree& tree) {
  for (int r = 0; r < tree.ranks(); ++r) {
    const auto children = tree.children(r);
    if (!std::ranges::is_sorted(children)) return false;
    const auto below = std::ranges::count_if(children, [&](int c) { return c < r; });
    if (!tree.leaf(r) && tree.copy_place(r) != below) return false;
  }
  return true;
}

/// Returns whether the ranks below r, as r takes its children, are always consecutive together with
/// r, as in trees made by joining. (Fig. 7 has ordered trees that are not: a last rank with two
/// children.)
inline bool grows_from_own_rank(const Tree& tree, const std::vector<int>& last) {
  std::vector<int> first(last.size());
  for (int r = tree.ranks() - 1; r >= 0; --r)
    for (int up = r; up >= 0; up = tree.parent(up)) first[static_cast<std::size_t>(up)] = r;
  for (int r = 0; r < tree.ranks(); ++r) {
    int from = r, to = r;
    for (const int c : tree.children(r)) {
      if (first[static_cast<std::size_t>(c)] == to + 1)
        to = last[static_cast<std::size_t>(c)];
      else if (last[static_cast<std::size_t>(c)] == from - 1)
        from = first[static_cast<std::size_t>(c)];
      else
        return false;
    }
  }
  return true;
}

/// Returns whether each rank that is the last of its subtree and has children takes all of them
/// before it copies.
inline bool strict(const Tree& tree, const std::vector<int>& last) {
  for (int r = 0; r < tree.ranks(); ++r) {
    if (tree.leaf(r)) continue;
    const auto children = tree.children(r);
    const auto top = [&](int c) { return last[static_cast<std::size_t>(c)]; };
    // The data of r grow after its first operations; while r is its last rank, these may only be
    // the copy, or one child and then the copy.
    const int place = tree.copy_place(r);
    if (place > 1) return false;
    if (place == 1 && children[0] > r) return false;
    if (place == 0 && children[0] < r) return false;
    if (place == 1 && children.size() > 1 && top(children[1]) < r) return false;
  }
  return true;
}

template <class CostsOf>
class AllTrees {
 public:
  AllTrees(const Blocks& blocks, const CostsOf& costs, int root)
      : blocks_(blocks), costs_(costs), p_(blocks.ranks()), root_(root), parent_(at(p_), -1) {}

  BestTimes best() {
    for (int r = 0; r < p_; ++r)
      if (root_ == kFreeRoot || root_ == r) parents(r, 0);
    return best_;
  }

 private:
  static std::size_t at(int i) { return static_cast<std::size_t>(i); }

  void parents(int root, int r) {
    if (r == p_) return sequences(root);
    if (r == root) {
      parent_[at(r)] = -1;
      return parents(root, r + 1);
    }
    for (int above = 0; above < p_; ++above) {
      if (above == r) continue;
      parent_[at(r)] = above;
      parents(root, r + 1);
    }
  }

  void sequences(int root) {
    for (int r = 0; r < p_; ++r) {
      int steps = 0, up = r;
      while (up != root && steps++ < p_) up = parent_[at(up)];
      if (up != root) return;
    }
    children_.assign(at(p_), {});
    for (int r = 0; r < p_; ++r)
      if (r != root) children_[at(parent_[at(r)])].push_back(r);
    places_.assign(at(p_), 0);
    orders(0);
  }

  void orders(int r) {
    if (r == p_) return judge();
    auto& mine = children_[at(r)];
    std::ranges::sort(mine);
    do {
      const int degree = static_cast<int>(mine.size());
      for (places_[at(r)] = 0; places_[at(r)] <= degree; ++places_[at(r)]) orders(r + 1);
    } while (std::next_permutation(mine.begin(), mine.end()));
  }

  void judge() {
    TreeBuilder builder(p_);
    for (int r = 0; r < p_; ++r) {
      for (const int c : children_[at(r)]) builder.take(r, c);
      builder.copy_after(r, places_[at(r)]);
    }
    const Tree tree = builder.finish();
    const Cost time = completion_time(tree, blocks_, costs_);
    best_.non_ordered = std::min(best_.non_ordered, time);
    std::vector<int> last(at(p_));
    for (int r = 0; r < p_; ++r)
      for (int up = r; up >= 0; up = tree.parent(up)) last[at(up)] = std::max(last[at(up)], r);
    if (grows_from_own_rank(tree, last)) {
      best_.interleaved = std::min(best_.interleaved, time);
      if (strict(tree, last)) best_.strict = std::min(best_.strict, time);
    }
    bool two = true;
    for (int r = 0; r < p_; ++r) two = two && tree.degree(r) <= 2;
    if (two && is_ordered(tree) && in_rank_order(tree)) best_.binary = std::min(best_.binary, time);
  }

  const Blocks& blocks_;
  const CostsOf& costs_;
  int p_;
  int root_;
  std::vector<int> parent_;
  std::vector<std::vector<int>> children_;
  std::vector<int> places_;
  BestTimes best_;
};

template <class CostsOf>
BestTimes best_of_all_trees(const Blocks& blocks, const CostsOf& costs, int root) {
  return AllTrees<CostsOf>(blocks, costs, root).best();
}

}  // namespace orrery::trees::testing
