#include <algorithm>
#include <vector>

#include "algorithms/trees/clocks.h"
#include "algorithms/trees/completion_time.h"
#include "algorithms/trees/ordered.h"
#include "algorithms/trees/ranges.h"

namespace orrery::trees {

namespace {

/// A subtree of consecutive ranks: the time at which it is ready, and the time of its message.
struct TreePiece {
  int from, to;
  Cost ready, cost;
};

/// Dynamic program over all ranges of ranks: each is a root with pieces on both sides. The root
/// copies first and takes the pieces in the order in which they are ready, which is the fastest.
class WeakProgram {
 public:
  WeakProgram(const Blocks& blocks, const TreeCosts& costs)
      : blocks_(blocks), costs_(costs), p_(blocks.ranks()), best_(p_) {}

  TimedTree run(int root) {
    for (int i = p_ - 1; i >= 0; --i)
      for (int j = i; j < p_; ++j)
        if (j - i + 1 < p_) best_.row(i)[j] = i == j ? 0 : search(i, j, kFreeRoot).time;
    TreeBuilder builder(p_);
    const Found found = search(0, p_ - 1, root);
    build(found, builder);
    return {builder.finish(), found.time};
  }

 private:
  struct Found {
    Cost time = kNever;
    int root = 0;
    std::vector<TreePiece> pieces;  ///< by ready
  };
  /// The ranks i .. j with root r; those from `next` on are not in pieces yet.
  struct Cuts {
    int i, j, r;
    std::vector<TreePiece> pieces;
  };

  Cost message(int i, int j) const { return i <= j ? costs_.message(blocks_.sum(i, j)) : 0; }

  Found search(int i, int j, int root) const {
    Found found;
    for (int r = i; r <= j; ++r)
      if (root == kFreeRoot || root == r) cut({i, j, r, {}}, i, found);
    return found;
  }

  /// Returns the time with the pieces so far, if each remaining side of r were one piece that is
  /// ready: no cuts of it take less.
  Cost least(const Cuts& cuts, int next) const {
    OnePort clock;
    clock.copy(costs_.copy(blocks_.size(cuts.r)));
    clock.copy(message(next, cuts.r - 1) + message(std::max(next, cuts.r + 1), cuts.j));
    for (const TreePiece& piece : cuts.pieces) clock.take(piece.ready, piece.cost);
    return clock.done();
  }

  void cut(const Cuts& cuts, int next, Found& found) const {
    const Cost time = least(cuts, next);
    if (time >= found.time) return;
    if (next == cuts.r) return cut(cuts, next + 1, found);
    if (next > cuts.j) {
      found = {time, cuts.r, cuts.pieces};
      return;
    }
    for (int to = next < cuts.r ? cuts.r - 1 : cuts.j; to >= next; --to) {
      Cuts more = cuts;
      const TreePiece piece{next, to, best_.row(next)[to], message(next, to)};
      more.pieces.insert(std::ranges::upper_bound(more.pieces, piece.ready, {}, &TreePiece::ready),
                         piece);
      cut(more, to + 1, found);
    }
  }

  void build(const Found& found, TreeBuilder& builder) const {
    for (const auto& [from, to, ready, cost] : found.pieces) {
      const Found piece = search(from, to, from == to ? from : kFreeRoot);
      build(piece, builder);
      builder.take(found.root, piece.root);
    }
  }

  const Blocks& blocks_;
  const TreeCosts& costs_;
  int p_;
  RowTable best_;  ///< of each range but the whole
};

}  // namespace

TimedTree optimal_weakly_ordered_tree(const Blocks& blocks, const TreeCosts& costs, int root) {
  check_input(blocks, costs, root, kMostWeak);
  return WeakProgram(blocks, costs).run(root);
}

TimedTree weakly_ordered_tree(const Blocks& blocks, const TreeCosts& costs, int root) {
  if (blocks.ranks() <= kMostWeak) return optimal_weakly_ordered_tree(blocks, costs, root);
  return resequenced(best_sequence_tree(blocks, costs, root, Sequence::kConsecutive).tree, blocks,
                     costs);
}

TimedTree resequenced(const Tree& tree, const Blocks& blocks, const TreeCosts& costs) {
  const std::vector<std::int64_t> sizes = subtree_sizes(tree, blocks);
  std::vector<Cost> ready(sizes.size(), 0);
  const auto at = [](int r) { return static_cast<std::size_t>(r); };
  TreeBuilder builder(tree.ranks());
  for (const int r : tree.bottom_up()) {
    if (tree.leaf(r) && r != tree.root()) continue;
    const auto siblings = tree.children(r);
    std::vector<int> children(siblings.begin(), siblings.end());
    std::ranges::stable_sort(children, {}, [&](int c) { return ready[at(c)]; });
    OnePort clock;
    clock.copy(costs.copy(blocks.size(r)));
    for (const int c : children) {
      builder.take(r, c);
      clock.take(ready[at(c)], costs.message(sizes[at(c)]));
    }
    ready[at(r)] = clock.done();
  }
  return {builder.finish(), ready[at(tree.root())]};
}

}  // namespace orrery::trees
