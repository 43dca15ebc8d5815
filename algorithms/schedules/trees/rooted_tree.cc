#include "algorithms/schedules/trees/rooted_tree.h"

#include <algorithm>

#include "emu/base/check.h"
#include "emu/payload/slice.h"

namespace orrery::inline algorithms {

namespace {

/// One rank's place in a tree.
struct TreePlace {
  const RootedTree& tree;
  int root, p, v;
  Carried carried;

  TreePlace(const RootedTree& t, int at_root, int r, Carried what)
      : tree(t),
        root(at_root),
        p(t.size()),
        v(mod(std::int64_t{r} - at_root, t.size())),
        carried(what) {}

  int rank(int w) const { return mod(std::int64_t{w} + root, p); }
  std::vector<int> blocks(int child) const {
    if (carried == Carried::kVector) return {0};
    std::vector<int> ranks = tree.subtree(child);
    for (int& w : ranks) w = rank(w);
    std::ranges::sort(ranks);
    return ranks;
  }
  BlockPlan plan() const {
    BlockPlan plan;
    plan.pieces = carried == Carried::kVector ? 1 : 0;
    return plan;
  }
};

std::vector<int> by_round(const RootedTree& tree, int v) {
  std::vector<int> children = tree.children(v);
  std::ranges::stable_sort(children, {}, [&](int child) { return tree.round(child); });
  return children;
}

}  // namespace

RootedTree::RootedTree(int p) : nodes_(static_cast<std::size_t>(p)) {}

void RootedTree::attach(int child, int parent, int round) {
  EMU_ASSERT(!has(child), "virtual rank ", child, " has a parent already");
  at(child).parent = parent;
  at(child).round = round;
  at(parent).children.push_back(child);
  rounds_ = std::max(rounds_, round + 1);
}

std::vector<int> RootedTree::subtree(int v) const {
  std::vector<int> all{v};
  for (std::size_t i = 0; i < all.size(); ++i)
    for (const int child : children(all[i])) all.push_back(child);
  std::ranges::sort(all);
  return all;
}

BlockPlan down_the_tree(const RootedTree& tree, int root, int r, Carried carried) {
  const TreePlace at(tree, root, r, carried);
  BlockPlan plan = at.plan();
  if (at.v != 0) plan.receive(tree.round(at.v), at.rank(tree.parent(at.v)), at.blocks(at.v));
  for (const int child : by_round(tree, at.v))
    plan.send(tree.round(child), at.rank(child), at.blocks(child));
  return plan;
}

BlockPlan up_the_tree(const RootedTree& tree, int root, int r, Carried carried) {
  const TreePlace at(tree, root, r, carried);
  const auto round = [&](int v) { return tree.rounds() - 1 - tree.round(v); };
  std::vector<int> children = tree.children(at.v);
  std::ranges::stable_sort(children, {}, round);
  BlockPlan plan = at.plan();
  for (const int child : children)
    plan.receive(round(child), at.rank(child), at.blocks(child),
                 carried == Carried::kVector ? Arrival::kAdd : Arrival::kStore);
  if (at.v != 0) plan.send(round(at.v), at.rank(tree.parent(at.v)), at.blocks(at.v));
  return plan;
}

}  // namespace orrery::inline algorithms
