#include "algorithms/trees/ordered.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "algorithms/trees/ranges.h"

namespace orrery::trees {

namespace {

class SequenceProgram {
 public:
  SequenceProgram(const Blocks& blocks, const TreeCosts& costs, Sequence sequence)
      : blocks_(blocks),
        costs_(costs),
        p_(blocks.ranks()),
        mirrored_(sequence == Sequence::kConsecutive),
        best_(p_),
        best_columns_(p_),
        taken_(p_),
        sends_(p_),
        left_sends_(static_cast<std::size_t>(p_)) {
    if (mirrored_) taken_columns_.emplace(p_);
    for (int j = 0; j < p_; ++j)
      for (int i = 0; i <= j; ++i) sends_.column(j)[i] = costs.message(blocks.sum(i, j));
  }

  TimedTree run(int root) {
    for (int i = p_ - 1; i >= 0; --i) fill_row(i);
    r_ = root;
    if (root != kFreeRoot) fill_rooted(rooted_.emplace(p_, root));
    return {tree(), keeper(0, p_ - 1)};
  }

 private:
  /// A tree of the ranks from .. to, or a rank that takes them.
  struct Part {
    int from, to;
    int taker = -1;                   ///< of a sequence
    int root = -1;                    ///< of a tree
    std::size_t first = 0, last = 0;  ///< parts of it; the last one joins the first, or is alone
    bool copies = false;              ///< after all of its parts
  };

  Cost message(int i, int j) const { return sends_.column(j)[i]; }
  Cost copy(int i) const { return costs_.copy(blocks_.size(i)); }
  bool holds(int i, int j) const { return i <= r_ && r_ <= j; }
  Cost time(int i, int j) const {
    return rooted_ && holds(i, j) ? rooted_->row(i)[j] : best_.row(i)[j];
  }
  /// Returns the time of the part that continues to take others.
  Cost keeper(int i, int j) const { return i == j ? copy(i) : time(i, j); }

  void set_left_sends(int i);
  void fill_row(int i);
  Cost tree_time(int i, int j) const;
  Cost taking_time(int i, int j) const;
  void fill_rooted(RootedTable& D);
  Cost rooted_time(const RootedTable& D, const Cost* D_j, int i, int j) const;

  Cost joined(int i, int k, int j, bool right_last) const;
  Cost appended(int i, int k, int j, bool right_last) const;
  Tree tree() const;
  void open(std::vector<Part>& parts, std::size_t n) const;
  void open_tree(std::vector<Part>& parts, std::size_t n) const;

  const Blocks& blocks_;
  const TreeCosts& costs_;
  int p_;
  bool mirrored_;
  int r_ = kFreeRoot;
  RowTable best_;                             ///< C by rows and
  ColumnTable best_columns_;                  ///< by columns
  RowTable taken_;                            ///< A by rows and
  std::optional<ColumnTable> taken_columns_;  ///< by columns, if mirrored
  ColumnTable sends_;                         ///< comm(S[i,j])
  std::vector<Cost> left_sends_;              ///< comm(S[i,k]) for the row i at work
  std::optional<RootedTable> rooted_;         ///< C with root r
};

void SequenceProgram::set_left_sends(int i) {
  for (int k = i; k < p_; ++k) left_sends_[static_cast<std::size_t>(k)] = message(i, k);
}

void SequenceProgram::fill_row(int i) {
  set_left_sends(i);
  for (int j = i; j < p_; ++j) {
    best_.row(i)[j] = best_columns_.column(j)[i] = i == j ? 0 : tree_time(i, j);
    taken_.row(i)[j] = taking_time(i, j);
    if (taken_columns_) taken_columns_->column(j)[i] = taken_.row(i)[j];
  }
}

Cost SequenceProgram::tree_time(int i, int j) const {
  const Cost* C_i = best_.row(i);
  const Cost* C_j = best_columns_.column(j);
  const Cost* sends = sends_.column(j);
  Cost best =
      std::min(taken_.row(i)[j - 1] + copy(j), std::max(copy(i), C_j[i + 1]) + sends[i + 1]);
  best = std::min(best, best_join(C_i, C_j + 1, sends + 1, i + 1, j));
  if (!mirrored_) return best;
  best = std::min(
      {best, taken_.row(i + 1)[j] + copy(i), std::max(C_i[j - 1], copy(j)) + message(i, j - 1)});
  return std::min(best, best_join(C_i, C_j + 1, left_sends_.data(), i, j - 1));
}

Cost SequenceProgram::taking_time(int i, int j) const {
  const Cost* C_i = best_.row(i);
  const Cost* C_j = best_columns_.column(j);
  Cost best = C_i[j] + message(i, j);
  best = std::min(best, best_join(taken_.row(i), C_j + 1, sends_.column(j) + 1, i, j));
  if (!taken_columns_) return best;
  return std::min(best, best_join(C_i, taken_columns_->column(j) + 1, left_sends_.data(), i, j));
}

void SequenceProgram::fill_rooted(RootedTable& D) {
  std::vector<Cost> columns(static_cast<std::size_t>(p_) * static_cast<std::size_t>(r_ + 1));
  for (int i = mirrored_ ? r_ : 0; i >= 0; --i) {
    set_left_sends(i);
    for (int j = r_; j < p_; ++j) {
      Cost* D_j = columns.data() + std::ptrdiff_t{j} * (r_ + 1);
      D.row(i)[j] = D_j[i] = rooted_time(D, D_j, i, j);
    }
  }
}

Cost SequenceProgram::rooted_time(const RootedTable& D, const Cost* D_j, int i, int j) const {
  Cost best = i == j ? copy(r_) : kNever;
  if (i < r_ && j == r_) best = taken_.row(i)[r_ - 1] + copy(r_);
  best =
      std::min(best, best_join(D.row(i), best_columns_.column(j) + 1, sends_.column(j) + 1, r_, j));
  if (!mirrored_) return best;
  if (i == r_ && j > r_) best = std::min(best, taken_.row(r_ + 1)[j] + copy(r_));
  return std::min(best, best_join(best_.row(i), D_j + 1, left_sends_.data(), i, r_));
}

/// Returns the time of a tree of i .. j that takes the ranks on one side of k | k+1 last.
Cost SequenceProgram::joined(int i, int k, int j, bool right_last) const {
  if (right_last && !holds(k + 1, j))
    return std::max(keeper(i, k), best_.row(k + 1)[j]) + message(k + 1, j);
  if (!right_last && mirrored_ && !holds(i, k))
    return std::max(best_.row(i)[k], keeper(k + 1, j)) + message(i, k);
  return kNever;
}

/// Returns the time of a sequence of i .. j, as above.
Cost SequenceProgram::appended(int i, int k, int j, bool right_last) const {
  if (right_last) return std::max(taken_.row(i)[k], best_.row(k + 1)[j]) + message(k + 1, j);
  return mirrored_ ? std::max(best_.row(i)[k], taken_.row(k + 1)[j]) + message(i, k) : kNever;
}

void SequenceProgram::open_tree(std::vector<Part>& parts, std::size_t n) const {
  const auto [i, j, taker, root, first, last, copies] = parts[n];
  const Cost t = time(i, j);
  const auto end_copies = [&](int rank, int from, int to) {
    if ((holds(i, j) && r_ != rank) || taken_.row(from)[to] + copy(rank) != t) return false;
    parts[n].copies = true;
    parts[n].root = rank;
    parts.push_back({.from = from, .to = to, .taker = rank});
    return true;
  };
  if (end_copies(j, i, j - 1) || (mirrored_ && end_copies(i, i + 1, j))) return;
  const Split s = find_split(i, j, t, [this](int from, int k, int to, bool right_last) {
    return joined(from, k, to, right_last);
  });
  parts[n].last = parts.size() + (s.root_left ? 1 : 0);
  parts[n].first = parts.size() + (s.root_left ? 0 : 1);
  parts.push_back({.from = i, .to = s.k});
  parts.push_back({.from = s.k + 1, .to = j});
}

void SequenceProgram::open(std::vector<Part>& parts, std::size_t n) const {
  const auto [i, j, taker, root, first, last, copies] = parts[n];
  if (taker < 0 && i == j) parts[n].root = i;
  if (taker < 0 && i < j) open_tree(parts, n);
  if (taker < 0) return;
  parts[n].last = parts.size();
  if (taken_.row(i)[j] == best_.row(i)[j] + message(i, j)) {
    parts.push_back({.from = i, .to = j});
    return;
  }
  const Split s =
      find_split(i, j, taken_.row(i)[j], [this](int from, int k, int to, bool right_last) {
        return appended(from, k, to, right_last);
      });
  const bool right = s.root_left;
  parts.push_back({.from = right ? s.k + 1 : i, .to = right ? j : s.k});
  parts.push_back({.from = right ? i : s.k + 1, .to = right ? s.k : j, .taker = taker});
}

Tree SequenceProgram::tree() const {
  std::vector<Part> parts{{.from = 0, .to = p_ - 1}};
  for (std::size_t n = 0; n < parts.size(); ++n) open(parts, n);
  TreeBuilder builder(p_);
  for (std::size_t n = parts.size(); n-- > 0;) {
    Part& part = parts[n];
    if (part.taker >= 0) {
      builder.take(part.taker, parts[part.last].root);
    } else if (part.copies) {
      builder.copy_now(part.root);
    } else if (part.from < part.to) {
      part.root = parts[part.first].root;
      builder.take(part.root, parts[part.last].root);
    }
  }
  return builder.finish();
}

}  // namespace

TimedTree best_sequence_tree(const Blocks& blocks, const TreeCosts& costs, int root,
                             Sequence sequence) {
  check_input(blocks, costs, root, kMostCubic);
  return SequenceProgram(blocks, costs, sequence).run(root);
}

TimedTree ordered_tree(const Blocks& blocks, const TreeCosts& costs, int root) {
  return best_sequence_tree(blocks, costs, root, Sequence::kRankOrder);
}

}  // namespace orrery::trees
