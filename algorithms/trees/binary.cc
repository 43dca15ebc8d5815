#include <algorithm>
#include <vector>

#include "algorithms/trees/ranges.h"

namespace orrery::trees {

namespace {

/// The order in which the root of a range takes its children and copies: copy, i+1 .. k, k+1 .. j;
/// or i .. k-1, copy, k+1 .. j; or i .. k, k+1 .. j-1, copy; or copy, i+1 .. j; or i .. j-1, copy.
enum class Shape { kFirst, kMiddle, kLast, kOnlyRight, kOnlyLeft };

struct Choice {
  Shape shape = Shape::kOnlyRight;
  int k = 0;
  Cost time = kNever;
};

/// The dynamic program of Fig. 7, its last line with the copy of j.
class BinaryProgram {
 public:
  BinaryProgram(const Blocks& blocks, const TreeCosts& costs)
      : blocks_(blocks),
        costs_(costs),
        p_(blocks.ranks()),
        columns_(p_),
        sends_(p_),
        ready_(static_cast<std::size_t>(p_)),
        sent_(static_cast<std::size_t>(p_)) {
    for (int j = 0; j < p_; ++j)
      for (int i = 0; i <= j; ++i) sends_.column(j)[i] = costs.message(blocks.sum(i, j));
  }

  TimedTree run(int root) {
    for (int i = p_ - 1; i >= 0; --i) fill_row(i);
    if (p_ == 1) return {TreeBuilder(1).finish(), copy(0)};
    const Choice top = root == kFreeRoot ? best_choice(0, p_ - 1) : rooted_choice(root);
    return {build(top), top.time};
  }

 private:
  struct Range {
    int from, to, parent;
  };

  Cost best(int i, int j) const { return columns_.column(j)[i]; }
  Cost message(int i, int j) const { return sends_.column(j)[i]; }
  Cost copy(int i) const { return costs_.copy(blocks_.size(i)); }
  /// Returns the time when i has copied and taken i+1 .. k; i .. k send to a rank that copies
  /// afterwards.
  Cost after_right(int i, int k) const {
    return std::max(copy(i), best(i + 1, k)) + message(i + 1, k);
  }
  Cost after_left(int i, int k) const { return best(i, k) + message(i, k); }
  /// Returns the time when a rank that is ready at `time` has taken i .. j.
  Cost then(Cost time, int i, int j) const { return std::max(time, best(i, j)) + message(i, j); }

  void fill_row(int i);
  Cost free_time(int i, int j) const;
  Choice best_choice(int i, int j) const;
  Choice rooted_choice(int r) const;
  template <class Visit>
  void for_each_choice(int i, int j, Visit visit) const;
  Tree build(const Choice& top) const;
  int place(const Range& range, const Choice& c, TreeBuilder& b, std::vector<Range>& open) const;

  const Blocks& blocks_;
  const TreeCosts& costs_;
  int p_;
  ColumnTable columns_;      ///< C
  ColumnTable sends_;        ///< comm(S[i,j])
  std::vector<Cost> ready_;  ///< i .. k: its root has copied and taken one child
  std::vector<Cost> sent_;   ///< i .. k has been sent to a rank on its right
};

void BinaryProgram::fill_row(int i) {
  columns_.column(i)[i] = 0;
  sent_[static_cast<std::size_t>(i)] = message(i, i);
  for (int j = i + 1; j < p_; ++j) {
    const Cost root_right = after_right(i, j);
    const Cost root_left = after_left(i, j - 1) + copy(j);
    ready_[static_cast<std::size_t>(j)] = std::min(root_right, root_left);
    columns_.column(j)[i] = std::min({root_right, root_left, free_time(i, j)});
    sent_[static_cast<std::size_t>(j)] = after_left(i, j);
  }
}

/// Returns the best time of the first three cases.
Cost BinaryProgram::free_time(int i, int j) const {
  const Cost* C_j = columns_.column(j);
  const Cost* sends = sends_.column(j);
  const Cost best = best_join(ready_.data(), C_j + 1, sends + 1, i + 1, j);
  const Cost last =
      best_join(sent_.data(), columns_.column(j - 1) + 1, sends_.column(j - 1) + 1, i, j - 1);
  return std::min(best, last + copy(j));
}

template <class Visit>
void BinaryProgram::for_each_choice(int i, int j, Visit visit) const {
  visit(Choice{Shape::kOnlyRight, i, after_right(i, j)});
  visit(Choice{Shape::kOnlyLeft, j, after_left(i, j - 1) + copy(j)});
  for (int k = i + 1; k < j; ++k) {
    visit(Choice{Shape::kFirst, k, then(after_right(i, k), k + 1, j)});
    visit(Choice{Shape::kMiddle, k, then(after_left(i, k - 1) + copy(k), k + 1, j)});
  }
  for (int k = i; k < j - 1; ++k)
    visit(Choice{Shape::kLast, k, then(after_left(i, k), k + 1, j - 1) + copy(j)});
}

Choice BinaryProgram::best_choice(int i, int j) const {
  Choice best;
  for_each_choice(i, j, [&](const Choice& c) {
    if (c.time < best.time) best = c;
  });
  return best;
}

/// Returns the choice for all ranks, with root r.
Choice BinaryProgram::rooted_choice(int r) const {
  const int j = p_ - 1;
  Choice best;
  for_each_choice(0, j, [&](const Choice& c) {
    const bool first = c.shape == Shape::kFirst || c.shape == Shape::kOnlyRight;
    const int root = first ? 0 : c.shape == Shape::kMiddle ? c.k : j;
    if (root == r && c.time < best.time) best = c;
  });
  return best;
}

/// Opens the children of a range; returns its root.
int BinaryProgram::place(const Range& range, const Choice& c, TreeBuilder& b,
                         std::vector<Range>& open) const {
  const auto [i, j, parent] = range;
  switch (c.shape) {
    case Shape::kFirst:
      open.insert(open.end(), {{i + 1, c.k, i}, {c.k + 1, j, i}});
      return i;
    case Shape::kMiddle:
      open.insert(open.end(), {{i, c.k - 1, c.k}, {c.k + 1, j, c.k}});
      b.copy_after(c.k, 1);
      return c.k;
    case Shape::kLast:
      open.insert(open.end(), {{i, c.k, j}, {c.k + 1, j - 1, j}});
      b.copy_after(j, 2);
      return j;
    case Shape::kOnlyRight:
      open.push_back({i + 1, j, i});
      return i;
    case Shape::kOnlyLeft:
      open.push_back({i, j - 1, j});
      b.copy_after(j, 1);
      return j;
  }
  return i;
}

Tree BinaryProgram::build(const Choice& top) const {
  TreeBuilder builder(p_);
  std::vector<Range> open{{0, p_ - 1, -1}};
  for (std::size_t n = 0; n < open.size(); ++n) {  // siblings stay in their order
    const Range range = open[n];
    int root = range.from;
    if (range.from < range.to)
      root = place(range, n == 0 ? top : best_choice(range.from, range.to), builder, open);
    if (range.parent >= 0) builder.take(range.parent, root);
  }
  return builder.finish();
}

}  // namespace

TimedTree binary_tree(const Blocks& blocks, const TreeCosts& costs, int root) {
  check_input(blocks, costs, root, kMostCubic);
  return BinaryProgram(blocks, costs).run(root);
}

}  // namespace orrery::trees
