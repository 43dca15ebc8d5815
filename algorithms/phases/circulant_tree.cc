#include "algorithms/phases/circulant_tree.h"

#include <algorithm>

namespace orrery::inline algorithms {

std::vector<CirculantSubtree> circulant_subtrees(std::span<const int> skips, int p) {
  const std::vector<circulant::ReductionRound> steps = circulant::steps(skips, p);
  std::vector<CirculantSubtree> trees(static_cast<std::size_t>(p));
  for (int d = 0; d < p; ++d) trees[static_cast<std::size_t>(d)] = {{d}, steps.size()};
  for (std::size_t k = 0; k < steps.size(); ++k)
    for (int d = steps[k].lo; d <= steps[k].hi; ++d) {
      CirculantSubtree& from = trees[static_cast<std::size_t>(d)];
      std::vector<int>& to = trees[static_cast<std::size_t>(d - steps[k].s)].distances;
      to.insert(to.end(), from.distances.begin(), from.distances.end());
      from.sends = k;
    }
  return trees;
}

namespace {

/// One rank's part in the tree: the blocks on its edges in each step.
class Edges {
 public:
  Edges(Comm& c, const Call& call)
      : c_(c),
        call_(call),
        p_(c.size()),
        d_(mod(call.root - c.rank(), p_)),
        steps_(circulant::steps(call.skips, p_)),
        trees_(circulant_subtrees(call.skips, p_)) {}

  std::size_t count() const { return steps_.size(); }
  int skip(std::size_t k) const { return steps_[k].s; }
  bool sends(std::size_t k) const { return steps_[k].lo <= d_ && d_ <= steps_[k].hi; }
  bool receives(std::size_t k) const {
    const int child = d_ + steps_[k].s;
    return steps_[k].lo <= child && child <= steps_[k].hi;
  }
  /// Returns all blocks of the subtree at distance d, as one slice.
  Slice subtree(int d) const {
    std::vector<Slice> blocks;
    for (const int i : trees_[static_cast<std::size_t>(d)].distances)
      blocks.push_back(call_.block(mod(call_.root - i, p_)));
    return c_.join(blocks);
  }
  Slice own() const { return subtree(d_); }
  Slice child(std::size_t k) const { return subtree(d_ + steps_[k].s); }

 private:
  Comm& c_;
  const Call& call_;
  int p_, d_;
  std::vector<circulant::ReductionRound> steps_;
  std::vector<CirculantSubtree> trees_;
};

}  // namespace

void circulant_gather(Comm& c, const Call& call) {
  const int p = c.size(), r = c.rank();
  const Edges tree(c, call);
  for (std::size_t k = 0; k < tree.count(); ++k) {
    const int s = tree.skip(k);
    // A rank whose subtree is complete sends it s ranks on, to its parent; a rank that has a child
    // s before it receives that child's.
    c.round(static_cast<int>(k));
    c.sendrecv(tree.sends(k) ? tree.own() : Slice(), mod(std::int64_t{r} + s, p),
               tree.receives(k) ? tree.child(k) : Slice(), mod(r - s, p));
  }
}

void circulant_scatter(Comm& c, const Call& call) {
  const int p = c.size(), r = c.rank();
  const Edges tree(c, call);
  for (std::size_t j = 0; j < tree.count(); ++j) {
    const std::size_t k = tree.count() - 1 - j;
    const int s = tree.skip(k);
    // A rank sends each child, s ranks before it, the blocks of the child's subtree; a child
    // receives its own.
    c.round(static_cast<int>(j));
    c.sendrecv(tree.receives(k) ? tree.child(k) : Slice(), mod(r - s, p),
               tree.sends(k) ? tree.own() : Slice(), mod(std::int64_t{r} + s, p));
  }
}

CirculantTreeBlocks::CirculantTreeBlocks(const Problem& x) {
  const auto trees = circulant_subtrees(skips_of(x), x.p);
  for (std::size_t d = 0; d < trees.size(); ++d) {
    const auto size = static_cast<std::int64_t>(trees[d].distances.size());
    busiest = std::max(busiest, size - 1);
    if (d == 0) continue;
    total += size;
    largest_subtree = std::max(largest_subtree, size);
  }
}

Time circulant_tree_time(const Problem& x, Bytes block) {
  const std::vector<int> skips = skips_of(x);
  const auto steps = circulant::steps(skips, x.p);
  auto trees = circulant_subtrees(skips, x.p);
  // ready[d]: when the rank at distance d has received all that comes before its next step.
  std::vector<Time> ready(static_cast<std::size_t>(x.p));
  for (const auto& [s, lo, hi] : steps) {
    std::vector<Time> next = ready;
    for (int d = lo; d <= hi; ++d) {
      const auto from = static_cast<std::size_t>(d), to = static_cast<std::size_t>(d - s);
      const auto blocks = static_cast<std::int64_t>(trees[from].distances.size());
      next[to] = std::max(ready[from], ready[to]) + x.cost.message(blocks * block);
    }
    ready = std::move(next);
  }
  return ready[0];
}

}  // namespace orrery::inline algorithms
