#include "algorithms/trees/fast_optimal.h"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include "algorithms/trees/ranges.h"

namespace orrery::trees {

namespace {

/// Minima over sliding windows. Splits k of the ranges that end at j, for each j, while i falls:
/// K(i,j) and the minimum of T[k+1,j] + β P_k over the window i .. K-1, T being the times of the
/// right parts. Candidates enter at the back and remove those that are no better; the front is the
/// minimum; those >= K leave at the front. Neighbouring columns lie side by side in memory, as they
/// are visited in turn, and one record holds all data of a visit.
template <class Table>
class ColumnWindows {
 public:
  /// Creates columns first .. first + columns - 1, with at most `most` candidates each; flow[k+1]
  /// is β P_k.
  ColumnWindows(const Table& times, const std::vector<Cost>& flow, int first, int columns, int most)
      : times_(times),
        flow_(flow),
        first_(first),
        width_(static_cast<std::size_t>(columns)),
        items_(std::make_unique_for_overwrite<int[]>(width_ * static_cast<std::size_t>(most))),
        columns_(width_) {}

  /// Starts a column without candidates, before the first visit. REQUIRES K = i + 1 at that visit.
  void start(int j, int K) { column(j).K = K; }

  /// Moves to K(i,j), with the row C[i,.] of the left parts, and to the window i .. K-1.
  void visit(int i, int j, const Cost* C_i) {
    Column& c = column(j);
    if (c.K == i + 1) c.at_K = times_.row(i + 1)[j];  // was not known at the last visit
    while (c.K > i && C_i[c.K - 1] >= c.at_K)
      if (--c.K > i) c.at_K = times_.row(c.K)[j];
    push(c, i, j);
    while (c.front < c.back && c.oldest >= c.K) {
      if (++c.front == c.back) break;
      c.oldest = item(j, c.front);
      c.best = value(c.oldest, j);
    }
  }

  int turn(int j) const { return column(j).K; }               ///< returns K(i,j)
  Cost right_at_turn(int j) const { return column(j).at_K; }  ///< returns T[K,j]; REQUIRES K > i
  /// Returns the minimum; kNever if the window is empty.
  Cost best(int j) const {
    const Column& c = column(j);
    return c.front < c.back ? c.best : kNever;
  }

 private:
  struct Column {
    int K = 0;
    int front = 0, back = 0;  // of the items
    int oldest = 0;           // the item in front
    Cost at_K = 0;
    Cost best = 0;    // value of the item in front
    Cost newest = 0;  // of the last one
  };

  void push(Column& c, int k, int j) {
    const Cost mine = value(k, j);
    while (c.front < c.back && c.newest >= mine)
      if (--c.back > c.front) c.newest = value(item(j, c.back - 1), j);
    if (c.front == c.back) {
      c.oldest = k;
      c.best = mine;
    }
    c.newest = mine;
    item(j, c.back++) = k;
  }

  Cost value(int k, int j) const { return times_.row(k + 1)[j] + flow_.data()[k + 1]; }
  const Column& column(int j) const { return columns_[static_cast<std::size_t>(j - first_)]; }
  Column& column(int j) { return columns_[static_cast<std::size_t>(j - first_)]; }
  int& item(int j, int place) {
    return items_[static_cast<std::size_t>(place) * width_ + static_cast<std::size_t>(j - first_)];
  }

  const Table& times_;
  const std::vector<Cost>& flow_;
  int first_;
  std::size_t width_;
  std::unique_ptr<int[]> items_;
  std::vector<Column> columns_;
};
/// Candidates for one row, which grows: those below a limit leave.
class RowWindow {
 public:
  explicit RowWindow(int most) : items_(static_cast<std::size_t>(most)) {}
  void clear() { front_ = back_ = 0; }
  void push(int k, Cost value) {
    while (back_ > front_ && items_[back_ - 1].value >= value) --back_;
    items_[back_++] = {value, k};
  }
  void leave_below(int limit) {
    while (back_ > front_ && items_[front_].k < limit) ++front_;
  }
  /// Returns the minimum; kNever if empty.
  Cost best() const { return back_ > front_ ? items_[front_].value : kNever; }

 private:
  struct Item {
    Cost value;
    int k;
  };
  std::vector<Item> items_;
  std::size_t front_ = 0;
  std::size_t back_ = 0;
};

class FastProgram {
 public:
  FastProgram(const Blocks& blocks, const TreeCosts& costs)
      : blocks_(blocks),
        costs_(costs),
        p_(blocks.ranks()),
        start_(blocks.shared() ? costs.message(blocks.total()) : costs.alpha),
        free_(p_),
        row_window_(p_) {
    for (int i = 0; i <= p_; ++i) flow_.push_back(costs.beta * blocks.before(i));
  }

  std::vector<TimedTree> run(std::span<const int> roots) {
    fill_free();
    std::vector<TimedTree> trees;
    for (const int root : roots) {
      std::optional<RootedTable> rooted;
      if (root != kFreeRoot) fill_rooted(rooted.emplace(p_, root), root);
      trees.push_back(
          InterleavedTimes{blocks_, costs_, free_, rooted ? &*rooted : nullptr, root}.tree());
    }
    return trees;
  }

 private:
  using FreeWindows = ColumnWindows<RowTable>;
  using RootedWindows = ColumnWindows<RootedTable>;

  Cost message(int i, int j) const { return costs_.message(blocks_.sum(i, j)); }
  Cost copy(int i) const { return costs_.copy(blocks_.size(i)); }
  /// Returns β P_k.
  Cost flow(int k) const { return flow_.data()[k + 1]; }

  void fill_free();
  Cost free_time(int i, int j, const Cost* C_i, FreeWindows& windows);
  void fill_rooted(RootedTable& D, int r);
  Cost left_splits(const RootedTable& D, int i, int j, int r, RootedWindows& windows) const;
  Cost right_splits(const RootedTable& D, int i, int j, int r, int& K);

  const Blocks& blocks_;
  const TreeCosts& costs_;
  int p_;
  Cost start_;  ///< of a message of a window
  std::vector<Cost> flow_;
  RowTable free_;  ///< C
  RowWindow row_window_;
};

void FastProgram::fill_free() {
  FreeWindows windows(free_, flow_, 0, p_, p_);
  for (int i = p_ - 1; i >= 0; --i) {
    row_window_.clear();
    Cost* C_i = free_.row(i);
    const Cost* C_below = i + 1 < p_ ? free_.row(i + 1) : nullptr;
    C_i[i] = 0;
    for (int j = i + 1; j < p_; ++j) {
      const Cost root_first = std::max(copy(i), C_below[j]) + message(i + 1, j);
      const Cost root_last = std::max(C_i[j - 1], copy(j)) + message(i, j - 1);
      C_i[j] = std::min(root_first, root_last);
      if (j - i == 2) windows.start(j, j - 1);
      if (j - i >= 2) C_i[j] = std::min(C_i[j], free_time(i, j, C_i, windows));
    }
  }
}

/// Returns the best time over all splits of i .. j except those with the root in a single rank.
Cost FastProgram::free_time(int i, int j, const Cost* C_i, FreeWindows& windows) {
  windows.visit(i, j, C_i);
  const int K = windows.turn(j);
  Cost best = std::min(free_.row(i + 1)[j] + message(i, i), C_i[j - 1] + message(j, j));
  if (K - 1 > i) best = std::min(best, windows.right_at_turn(j) + message(K, j));
  if (K < j - 1) best = std::min(best, C_i[K] + message(i, K));
  best = std::min(best, windows.best(j) + start_ - flow(i - 1));

  row_window_.push(j - 1, C_i[j - 1] - flow(j - 1));
  row_window_.leave_below(std::max(K, i + 1));
  return std::min(best, row_window_.best() + start_ + flow(j));
}

void FastProgram::fill_rooted(RootedTable& D, int r) {
  RootedWindows windows(D, flow_, r, p_ - r, r + 1);
  for (int i = r; i >= 0; --i) {
    row_window_.clear();
    int K_right = r;
    for (int j = r; j < p_; ++j) {
      if (i == r - 1) windows.start(j, r);
      Cost best = i == j ? copy(r) : kNever;
      if (i < r) best = std::min(best, left_splits(D, i, j, r, windows));
      if (j > r) best = std::min(best, right_splits(D, i, j, r, K_right));
      D.row(i)[j] = best;
    }
  }
}

/// Returns the best time over splits below r: the left part sends.
Cost FastProgram::left_splits(const RootedTable& D, int i, int j, int r,
                              RootedWindows& windows) const {
  const Cost* C_i = free_.row(i);
  windows.visit(i, j, C_i);
  const int K = windows.turn(j);
  Cost best = D.row(i + 1)[j] + message(i, i);
  if (K < r) best = std::min(best, C_i[K] + message(i, K));
  return std::min(best, windows.best(j) + start_ - flow(i - 1));
}

/// Returns the best time over splits from r on: the right part sends. K: the first k >= r with
/// D[i,k] >= C[k+1,j].
Cost FastProgram::right_splits(const RootedTable& D, int i, int j, int r, int& K) {
  const Cost* D_i = D.row(i);
  Cost best = D_i[j - 1] + message(j, j);
  while (K < j && D_i[K] < free_.row(K + 1)[j]) ++K;
  if (K > r) best = std::min(best, free_.row(K)[j] + message(K, j));
  row_window_.push(j - 1, D_i[j - 1] - flow(j - 1));
  row_window_.leave_below(K);
  return std::min(best, row_window_.best() + start_ + flow(j));
}

}  // namespace

TimedTree fast_optimal_tree(const Blocks& blocks, const TreeCosts& costs, int root) {
  return fast_optimal_trees(blocks, costs, {&root, 1}).front();
}

std::vector<TimedTree> fast_optimal_trees(const Blocks& blocks, const TreeCosts& costs,
                                          std::span<const int> roots) {
  for (const int root : roots) check_input(blocks, costs, root, kMostFast);
  EMU_CHECK(costs.gamma <= costs.beta, "gamma is ", costs.gamma, " and beta ", costs.beta,
            "; the fast algorithm is for gamma <= beta");
  return FastProgram(blocks, costs).run(roots);
}

}  // namespace orrery::trees
