#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "algorithms/trees/ranges.h"

/// Minima over sliding windows, for fast_optimal.cc.
namespace orrery::trees {

/// Splits k of the ranges that end at j, for each j, while i falls: K(i,j) and the minimum of
/// T[k+1,j] + β P_k over the window i .. K-1, T being the times of the right parts. Candidates come
/// in at the back and drive out those that are no better; the front is the minimum; those >= K leave
/// at the front. Neighbouring columns lie side by side in memory, as they are visited in turn, and
/// what is needed at every visit is in one record.
template <class Table>
class ColumnWindows {
 public:
  /// The columns are first .. first + columns - 1, with at most `most` candidates each; flow[k+1] is
  /// β P_k.
  ColumnWindows(const Table& times, const std::vector<Cost>& flow, int first, int columns, int most)
      : times_(times),
        flow_(flow),
        first_(first),
        width_(static_cast<std::size_t>(columns)),
        items_(std::make_unique_for_overwrite<int[]>(width_ * static_cast<std::size_t>(most))),
        columns_(width_) {}

  /// Before the first visit: no candidates. REQUIRES K = i + 1 at that visit.
  void start(int j, int K) { column(j).K = K; }

  /// Goes to K(i,j), with the row C[i,.] of the left parts, and to the window i .. K-1.
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

  int turn(int j) const { return column(j).K; }               ///< K(i,j)
  Cost right_at_turn(int j) const { return column(j).at_K; }  ///< T[K,j]; REQUIRES K > i
  /// kNever if the window is empty.
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

/// Candidates for one row, which grow: those below a limit leave.
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
  /// kNever if empty.
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

}  // namespace orrery::trees
