#include <algorithm>
#include <vector>

#include "algorithms/trees/pair_costs.h"
#include "emu/base/index.h"

namespace orrery::trees {

namespace {

constexpr Cost kNotGathered = INT64_MAX;

/// Consecutive ranks; none if from > to.
struct RankRange {
  int from, to;
  bool empty() const { return from > to; }
};

/// Fig. 7 with the costs of each pair: the best time of each range with each root. Example: a root in the middle takes
/// the ranks below it, copies, and takes those above, each from the rank there that is best for this root.
class PairBinaryProgram {
 public:
  PairBinaryProgram(const Blocks& blocks, const PairCosts& costs)
      : blocks_(blocks), costs_(costs), p_(blocks.ranks()), times_(at(p_) * at(p_)) {}

  TimedTree run(int root) {
    for (int i = p_ - 1; i >= 0; --i)
      for (int j = i; j < p_; ++j) fill({i, j});
    const std::vector<Cost>& times = times_of({0, p_ - 1});
    if (root == kFreeRoot) root = static_cast<int>(std::ranges::min_element(times) - times.begin());
    return {tree(root), p_ == 1 ? copy(0) : times[at(root)]};
  }

 private:
  struct Sender {
    int rank = -1;
    Cost done = 0;  ///< when the receiver has its data
  };
  /// The first and second child of a root.
  struct Children {
    RankRange first{0, -1}, second{0, -1};
    Cost time = kNotGathered;
  };

  std::vector<Cost>& times_of(RankRange x) { return times_[at(x.from) * at(p_) + at(x.to)]; }
  const std::vector<Cost>& times_of(RankRange x) const {
    return times_[at(x.from) * at(p_) + at(x.to)];
  }
  Cost copy(int r) const { return costs_.gamma(r) * blocks_.size(r); }

  Sender best_sender(RankRange x, int r, Cost ready) const;
  Cost after(RankRange x, int r, Cost ready) const {
    return x.empty() ? ready : best_sender(x, r, ready).done;
  }
  Cost gathered(int r, RankRange first, RankRange second) const;
  Children best_children(RankRange x, int r) const;
  void fill(RankRange x);
  Tree tree(int root) const;

  const Blocks& blocks_;
  const PairCosts& costs_;
  int p_;
  std::vector<std::vector<Cost>> times_;  ///< by range, then by root
};

/// Returns the root of x from which r, busy until `ready`, has the data of x soonest. O(p).
PairBinaryProgram::Sender PairBinaryProgram::best_sender(RankRange x, int r, Cost ready) const {
  const std::int64_t size = blocks_.sum(x.from, x.to);
  const std::vector<Cost>& times = times_of(x);
  Sender best{-1, kNotGathered};
  for (int s = x.from; s <= x.to; ++s) {
    const Cost done = std::max(ready, times[at(s - x.from)]) + costs_.message(s, r, size);
    if (done < best.done) best = {s, done};
  }
  return best;
}

/// Returns when r has taken both, and has copied at its place among them.
Cost PairBinaryProgram::gathered(int r, RankRange first, RankRange second) const {
  Cost t = after(first, r, r < first.from ? copy(r) : 0);
  if (first.to < r && r < second.from) t += copy(r);
  t = after(second, r, t);
  return r > second.to ? t + copy(r) : t;
}

/// Returns the children of root r of x. O(p^2) for the first and the last rank, O(p) for all
/// others.
PairBinaryProgram::Children PairBinaryProgram::best_children(RankRange x, int r) const {
  Children best;
  const auto offer = [&](RankRange first, RankRange second) {
    const Cost time = gathered(r, first, second);
    if (time < best.time) best = {first, second, time};
  };
  if (x.from < r && r < x.to) {
    offer({x.from, r - 1}, {r + 1, x.to});
    return best;
  }
  const RankRange others = r == x.from ? RankRange{r + 1, x.to} : RankRange{x.from, r - 1};
  for (int k = others.from; k <= others.to; ++k) offer({others.from, k}, {k + 1, others.to});
  return best;
}

void PairBinaryProgram::fill(RankRange x) {
  std::vector<Cost>& times = times_of(x);
  if (x.from == x.to) return times.assign(1, 0);
  for (int r = x.from; r <= x.to; ++r) times.push_back(best_children(x, r).time);
}

Tree PairBinaryProgram::tree(int root) const {
  struct Open {
    RankRange ranks;
    int root;
  };
  TreeBuilder builder(p_);
  std::vector<Open> open{{{0, p_ - 1}, root}};
  for (std::size_t n = 0; n < open.size(); ++n) {
    const auto [x, r] = open[n];
    if (x.from == x.to) continue;
    const Children c = best_children(x, r);
    Cost ready = r < c.first.from ? copy(r) : 0;
    int below = 0;
    for (const RankRange child : {c.first, c.second}) {
      if (child.empty()) continue;
      if (child.from > r && below > 0) ready += copy(r);
      const Sender sender = best_sender(child, r, ready);
      builder.take(r, sender.rank);
      open.push_back({child, sender.rank});
      ready = sender.done;
      below += child.to < r ? 1 : 0;
    }
    builder.copy_after(r, below);
  }
  return builder.finish();
}

}  // namespace

TimedTree binary_pair_tree(const Blocks& blocks, const PairCosts& costs, int root) {
  check_pair_input(blocks, costs, root);
  return PairBinaryProgram(blocks, costs).run(root);
}

}  // namespace orrery::trees
