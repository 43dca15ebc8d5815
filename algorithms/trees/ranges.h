#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

#include "algorithms/trees/construct.h"
#include "emu/base/check.h"

/// Common parts of the constructions that are dynamic programs over ranges of ranks.
namespace orrery::trees {

inline constexpr Cost kNever = std::numeric_limits<Cost>::max() / 2;

/// A time for each range i .. j of p ranks, 0 <= i <= j < p; row(i)[j], rows are contiguous. Not
/// initialised: memory is taken when it is written.
class RowTable {
 public:
  explicit RowTable(int p) : p_(p), values_(new_times(p)) {}
  Cost* row(int i) { return values_.get() + start(i); }
  const Cost* row(int i) const { return values_.get() + start(i); }

  static std::unique_ptr<Cost[]> new_times(int p) {
    return std::make_unique_for_overwrite<Cost[]>(
        static_cast<std::size_t>(std::int64_t{p} * (p + 1) / 2));
  }

 private:
  std::ptrdiff_t start(int i) const {
    return std::ptrdiff_t{i} * (2 * std::ptrdiff_t{p_} - i - 1) / 2;
  }
  std::ptrdiff_t p_;
  std::unique_ptr<Cost[]> values_;
};

/// A RowTable by columns: column(j)[i].
class ColumnTable {
 public:
  explicit ColumnTable(int p) : values_(RowTable::new_times(p)) {}
  Cost* column(int j) { return values_.get() + std::ptrdiff_t{j} * (j + 1) / 2; }
  const Cost* column(int j) const { return values_.get() + std::ptrdiff_t{j} * (j + 1) / 2; }

 private:
  std::unique_ptr<Cost[]> values_;
};

/// A time for each range i .. j that holds r. Not initialised.
class RootedTable {
 public:
  RootedTable(int p, int r)
      : r_(r),
        width_(p - r),
        values_(std::make_unique_for_overwrite<Cost[]>(static_cast<std::size_t>(width_) *
                                                       static_cast<std::size_t>(r + 1))) {}
  /// Returns a row; row(i)[j] is valid for i <= r <= j < p.
  Cost* row(int i) { return values_.get() + i * width_ - r_; }
  const Cost* row(int i) const { return values_.get() + i * width_ - r_; }

 private:
  std::ptrdiff_t r_;
  std::ptrdiff_t width_;
  std::unique_ptr<Cost[]> values_;
};

/// Returns the minimum of max(left[k], right[k]) + sends[k] over from <= k < to: two at a time.
inline Cost best_join(const Cost* left, const Cost* right, const Cost* sends, int from, int to) {
  Cost even = kNever, odd = kNever;
  int k = from;
  for (; k + 1 < to; k += 2) {
    even = std::min(even, std::max(left[k], right[k]) + sends[k]);
    odd = std::min(odd, std::max(left[k + 1], right[k + 1]) + sends[k + 1]);
  }
  if (k < to) even = std::min(even, std::max(left[k], right[k]) + sends[k]);
  return std::min(even, odd);
}

/// The join that makes range i .. j of i .. k and k+1 .. j.
struct Split {
  int k = 0;
  bool root_left = false;
};

/// Returns a split of i .. j that takes `time`, by joined(i, k, j, root_left). Searches from both
/// ends inwards, so that the search through a whole tree takes O(p log p).
template <class Joined>
Split find_split(int i, int j, Cost time, Joined joined) {
  for (int low = i, high = j - 1; low <= high; ++low, --high) {
    for (const int k : {low, high})
      for (const bool root_left : {true, false})
        if (joined(i, k, j, root_left) == time) return {k, root_left};
  }
  throw LogicError(text_of("no tree of ranks ", i, " .. ", j, " takes ", time));
}

/// Makes the tree whose ranges are split by split(i, j, from_right); from_right: the range is the
/// right part of a join and has the root. copy_last: such a part copies after its child if it is a
/// single rank (strict); all others copy first.
template <class SplitOf>
Tree tree_of_splits(int p, bool copy_last, SplitOf split) {
  struct Part {
    int from, to;
    bool from_right = false;
    bool root_left = false;
    int root = 0;
    std::size_t left = 0;  // the right one follows
  };
  std::vector<Part> parts{{.from = 0, .to = p - 1}};
  for (std::size_t n = 0; n < parts.size(); ++n) {
    const Part part = parts[n];
    parts[n].root = part.from;
    if (part.from == part.to) continue;
    const Split s = split(part.from, part.to, part.from_right);
    parts[n].root_left = s.root_left;
    parts[n].left = parts.size();
    parts.push_back({.from = part.from, .to = s.k});
    parts.push_back({.from = s.k + 1, .to = part.to, .from_right = !s.root_left});
  }
  TreeBuilder builder(p);
  for (std::size_t n = parts.size(); n-- > 0;) {
    Part& part = parts[n];
    if (part.from == part.to) continue;
    const Part& left = parts[part.left];
    const Part& right = parts[part.left + 1];
    part.root = part.root_left ? left.root : right.root;
    builder.take(part.root, part.root_left ? right.root : left.root);
    if (copy_last && !part.root_left && right.from == right.to) builder.copy_now(part.root);
  }
  return builder.finish();
}

// Construction of a best interleaved tree from the tables of either dynamic program.

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
