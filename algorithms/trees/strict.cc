#include <algorithm>
#include <optional>
#include <vector>

#include "algorithms/trees/ranges.h"

namespace orrery::trees {

namespace {

/// The dynamic program of Fig. 5 for homogeneous costs. A range is best (C), or best with a root
/// that is not its last rank (E), or has the given root (D). A part that takes another on its left
/// afterwards is an E or a D: if its root were its last rank, that rank would take a second child.
class StrictProgram {
 public:
  StrictProgram(const Blocks& blocks, const TreeCosts& costs)
      : blocks_(blocks),
        costs_(costs),
        p_(blocks.ranks()),
        best_(p_),
        best_columns_(p_),
        inner_(p_),
        messages_(p_),
        left_sends_(static_cast<std::size_t>(p_)) {
    for (int j = 0; j < p_; ++j)
      for (int i = 0; i <= j; ++i) messages_.column(j)[i] = costs.message(blocks.sum(i, j));
    for (int i = p_ - 1; i >= 0; --i) fill_row(i);
  }

  TimedTree tree(int root) {
    r_ = root;
    if (root != kFreeRoot) fill_rooted(rooted_.emplace(p_, root));
    Tree tree = tree_of_splits(p_, true, [this](int i, int j, bool inner) {
      return find_split(i, j, time(i, j, inner), [&](int from, int k, int to, bool root_left) {
        return joined(from, k, to, root_left, inner);
      });
    });
    return {std::move(tree), p_ == 1 ? copy(0) : time(0, p_ - 1, false)};
  }

 private:
  Cost message(int i, int j) const { return messages_.column(j)[i]; }
  Cost copy(int i) const { return costs_.copy(blocks_.size(i)); }
  bool holds(int i, int j) const { return i <= r_ && r_ <= j; }
  Cost time(int i, int j, bool inner) const {
    if (holds(i, j)) return rooted_->row(i)[j];
    return inner ? inner_.column(j)[i] : best_.row(i)[j];
  }

  /// Returns the time of a join; inner: the root may not be the last rank.
  Cost joined(int i, int k, int j, bool root_left, bool inner) const {
    if (root_left && holds(k + 1, j)) return kNever;
    if (!root_left && holds(i, k)) return kNever;
    if (root_left)
      return std::max(i == k ? copy(i) : time(i, k, false), best_.row(k + 1)[j]) +
             message(k + 1, j);
    if (k + 1 < j) {
      if (r_ == j) return kNever;
      return std::max(best_.row(i)[k], time(k + 1, j, true)) + message(i, k);
    }
    if (inner) return kNever;
    return best_.row(i)[k] + message(i, k) + copy(j);
  }

  void fill_row(int i) {
    for (int k = i; k < p_; ++k) left_sends_[static_cast<std::size_t>(k)] = message(i, k);
    best_.row(i)[i] = best_columns_.column(i)[i] = 0;
    inner_.column(i)[i] = kNever;
    for (int j = i + 1; j < p_; ++j) {
      const Cost inner = inner_time(i, j);
      const Cost last = best_.row(i)[j - 1] + message(i, j - 1) + copy(j);
      inner_.column(j)[i] = inner;
      best_.row(i)[j] = best_columns_.column(j)[i] = std::min(inner, last);
    }
  }

  Cost inner_time(int i, int j) const {
    const Cost* C_i = best_.row(i);
    const Cost* C_j = best_columns_.column(j);
    const Cost* E_j = inner_.column(j);
    const Cost* sends = messages_.column(j);
    Cost best = std::max(copy(i), C_j[i + 1]) + sends[i + 1];
    best = std::min(best, best_join(C_i, C_j + 1, sends + 1, i + 1, j));
    return std::min(best, best_join(C_i, E_j + 1, left_sends_.data(), i, j - 1));
  }

  void fill_rooted(RootedTable& D) {
    for (int i = r_; i >= 0; --i) {
      for (int j = r_; j < p_; ++j) {
        Cost best = i == j ? copy(r_) : kNever;
        for (int k = j == r_ ? std::max(i, j - 1) : i; k < j; ++k)
          best = std::min(best, joined(i, k, j, k >= r_, false));
        D.row(i)[j] = best;
      }
    }
  }

  const Blocks& blocks_;
  const TreeCosts& costs_;
  int p_;
  int r_ = kFreeRoot;
  RowTable best_;                      ///< C by rows and
  ColumnTable best_columns_;           ///< by columns
  ColumnTable inner_;                  ///< E
  ColumnTable messages_;               ///< comm(S[i,j])
  std::vector<Cost> left_sends_;       ///< comm(S[i,k]) for the row i at work
  std::optional<RootedTable> rooted_;  ///< D
};

}  // namespace

TimedTree optimal_strict_tree(const Blocks& blocks, const TreeCosts& costs, int root) {
  return optimal_strict_trees(blocks, costs, {&root, 1}).front();
}

std::vector<TimedTree> optimal_strict_trees(const Blocks& blocks, const TreeCosts& costs,
                                            std::span<const int> roots) {
  for (const int root : roots) check_input(blocks, costs, root, kMostCubic);
  StrictProgram program(blocks, costs);
  std::vector<TimedTree> trees;
  for (const int root : roots) trees.push_back(program.tree(root));
  return trees;
}

}  // namespace orrery::trees
