#include <algorithm>
#include <optional>
#include <vector>

#include "algorithms/trees/ranges.h"

namespace orrery::trees {

namespace {

/// The dynamic program of Fig. 6 with the copies of single ranks, interleaved.
class CubicProgram {
 public:
  CubicProgram(const Blocks& blocks, const TreeCosts& costs)
      : blocks_(blocks),
        costs_(costs),
        p_(blocks.ranks()),
        rows_(p_),
        columns_(p_),
        right_sends_(p_),
        left_sends_(static_cast<std::size_t>(p_)) {
    for (int j = 0; j < p_; ++j)
      for (int i = 0; i <= j; ++i) right_sends_.column(j)[i] = costs.message(blocks.sum(i, j));
  }

  TimedTree run(int root) {
    for (int i = p_ - 1; i >= 0; --i) fill_row(i);
    std::optional<RootedTable> rooted;
    if (root != kFreeRoot) fill_rooted(rooted.emplace(p_, root), root);
    return InterleavedTimes{blocks_, costs_, rows_, rooted ? &*rooted : nullptr, root}.tree();
  }

 private:
  Cost message(int i, int j) const { return right_sends_.column(j)[i]; }
  Cost copy(int i) const { return costs_.copy(blocks_.size(i)); }
  void set_left_sends(int i) {
    for (int k = i; k < p_; ++k) left_sends_[static_cast<std::size_t>(k)] = message(i, k);
  }

  void fill_row(int i) {
    set_left_sends(i);
    rows_.row(i)[i] = columns_.column(i)[i] = 0;
    for (int j = i + 1; j < p_; ++j) rows_.row(i)[j] = columns_.column(j)[i] = free_time(i, j);
  }

  Cost free_time(int i, int j) const {
    const Cost* C_i = rows_.row(i);
    const Cost* C_j = columns_.column(j);
    const Cost* right_sends = right_sends_.column(j);
    const Cost* left_sends = left_sends_.data();
    Cost best = std::min(std::max(copy(i), C_j[i + 1]) + right_sends[i + 1],
                         std::max(C_i[j - 1], copy(j)) + left_sends[j - 1]);
    if (j == i + 1) return best;
    best = std::min({best, C_j[i + 1] + left_sends[i], C_i[j - 1] + right_sends[j]});
    // The smaller part sends: the left one below `middle`, the right one from there on.
    int middle = i + 1;
    for (int above = j - 1; middle < above;) {
      const int k = (middle + above) / 2;
      if (left_sends[k] < right_sends[k + 1])
        middle = k + 1;
      else
        above = k;
    }
    best = std::min(best, best_join(C_i, C_j + 1, left_sends, i + 1, middle));
    best = std::min(best, best_join(C_i, C_j + 1, right_sends + 1, middle, j - 1));
    return best;
  }

  /// Fills the table for a given root (Sec. 3.2): ranges that hold r are rooted at r.
  void fill_rooted(RootedTable& D, int r) {
    std::vector<Cost> column(static_cast<std::size_t>(p_) * static_cast<std::size_t>(r + 1));
    const auto D_j = [&](int j) { return column.data() + std::ptrdiff_t{j} * (r + 1); };
    for (int i = r; i >= 0; --i) {
      set_left_sends(i);
      const Cost* C_i = rows_.row(i);
      for (int j = r; j < p_; ++j) {
        Cost best = i == j ? copy(r) : kNever;
        best = std::min(best, best_join(C_i, D_j(j) + 1, left_sends_.data(), i, r));
        best = std::min(
            best, best_join(D.row(i), columns_.column(j) + 1, right_sends_.column(j) + 1, r, j));
        D.row(i)[j] = D_j(j)[i] = best;
      }
    }
  }

  const Blocks& blocks_;
  const TreeCosts& costs_;
  int p_;
  RowTable rows_;                 ///< C by rows and
  ColumnTable columns_;           ///< by columns
  ColumnTable right_sends_;       ///< comm(S[i,j])
  std::vector<Cost> left_sends_;  ///< comm(S[i,k]) for the row i at work
};

}  // namespace

TimedTree optimal_tree_cubic(const Blocks& blocks, const TreeCosts& costs, int root) {
  check_input(blocks, costs, root, kMostCubic);
  return CubicProgram(blocks, costs).run(root);
}

}  // namespace orrery::trees
