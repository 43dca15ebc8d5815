#include "algorithms/schedules/trees/double_tree.h"

#include <algorithm>
#include <memory>
#include <tuple>

#include "emu/payload/slice.h"

namespace orrery::inline algorithms {

namespace {

/// Returns the parent in I(N), or 0.
int in_order_parent(int i, int N) {
  const int h = i & -i, up = (i ^ h) | 2 * h;
  return up <= N ? up : i ^ h;
}

/// Returns T1 by rank: parents, -1 at the root.
std::vector<int> first_tree(int p, TwoTrees flavour) {
  const int N = flavour == TwoTrees::kUcc ? p : p - 1, position = p - N;  // of rank 0 in it
  std::vector<int> parents(static_cast<std::size_t>(p), -1);
  for (int i = 1; i <= N; ++i)
    parents[static_cast<std::size_t>(i - 1 + position)] = in_order_parent(i, N) - 1 + position;
  return parents;
}

/// Returns the rank that takes the place of rank x of T1 in T2.
int player(int x, int p, TwoTrees flavour) {
  if (flavour != TwoTrees::kSst) return p % 2 == 0 ? p - 1 - x : (x + 1) % p;
  const int N = p - 1;
  if (x == 0) return 0;
  return N % 2 == 0 ? N + 1 - x : x % N + 1;
}

std::vector<int> second_tree(const std::vector<int>& first, TwoTrees flavour) {
  const auto p = static_cast<int>(first.size());
  std::vector<int> parents(first.size(), -1);
  for (int x = 0; x < p; ++x)
    if (const int above = first[static_cast<std::size_t>(x)]; above >= 0)
      parents[static_cast<std::size_t>(player(x, p, flavour))] = player(above, p, flavour);
  return parents;
}

/// One message of a rank: piece number `piece`, in a round.
struct Move {
  int round;
  bool sends;
  int peer, piece;
};

/// Returns all messages of v in a broadcast of n segments of each half.
std::vector<Move> moves(const DoubleTree& trees, int v, int n) {
  std::vector<Move> all;
  for (int t = 0; t < 2; ++t)
    for (int g = 0; g < n; ++g) {
      if (trees.parent(t, v) >= 0)
        all.push_back({trees.entry(t, v) + 2 * g, false, trees.parent(t, v), t * n + g});
      for (const int child : trees.children(t, v))
        all.push_back({trees.entry(t, child) + 2 * g, true, child, t * n + g});
    }
  std::ranges::stable_sort(all, {}, &Move::round);
  return all;
}

BlockPlan broadcast_plan(const DoubleTree& trees, int v, int n) {
  BlockPlan plan;
  plan.pieces = 2 * n;
  plan.parts = 2;
  for (const Move& m : moves(trees, v, n)) {
    if (m.sends)
      plan.send(m.round, m.peer, {m.piece});
    else
      plan.receive(m.round, m.peer, {m.piece});
  }
  return plan;
}

/// Builds the reduce: backwards, with the segments of each half in opposite order, so that segment
/// 0 is first.
BlockPlan reduce_plan(const DoubleTree& trees, int v, int n) {
  BlockPlan plan =
      backwards_adding(broadcast_plan(trees, v, n), trees.first_rounds() + 2 * (n - 1), v);
  for_each_message(plan, [&](BlockMessage& m) {
    for (int& piece : m.blocks) piece = piece / n * n + n - 1 - piece % n;
  });
  return plan;
}

BlockPlan turned(BlockPlan plan, int root, int p) {
  for_each_message(plan, [&](BlockMessage& m) { m.peer = mod(std::int64_t{m.peer} + root, p); });
  return plan;
}

/// Returns trees; keeps the last ones, which the ranks of a run share.
const DoubleTree& trees_of(int p, TwoTrees flavour) {
  struct Last {
    int p;
    TwoTrees flavour;
    DoubleTree trees;
  };
  thread_local std::unique_ptr<Last> last;
  if (!last || last->p != p || last->flavour != flavour)
    last.reset(new Last{p, flavour, DoubleTree(p, flavour)});
  return last->trees;
}

/// The hop between the collective's root and that of tree t, for rank v.
struct Hop {
  bool none, from_root, to_root;
  Hop(const DoubleTree& trees, int t, int root, int v)
      : none(trees.root(t) == root),
        from_root(!none && v == root),
        to_root(!none && v == trees.root(t)) {}
};

BlockPlan halves() {
  BlockPlan plan;
  plan.pieces = plan.parts = 2;
  return plan;
}

}  // namespace

DoubleTree::DoubleTree(int p, TwoTrees flavour) {
  parent_[0] = first_tree(p, flavour);
  parent_[1] = second_tree(parent_[0], flavour);
  for (int t = 0; t < 2; ++t) connect(t);
  paint();
  for (int t = 0; t < 2; ++t) enter(t);
}

void DoubleTree::connect(int t) {
  const int p = size();
  children_[static_cast<std::size_t>(t)].resize(static_cast<std::size_t>(p));
  for (auto* of : {&depth_, &colour_, &entry_})
    (*of)[static_cast<std::size_t>(t)].assign(static_cast<std::size_t>(p), -1);
  for (int v = 0; v < p; ++v) {
    if (parent(t, v) < 0)
      root_[static_cast<std::size_t>(t)] = v;
    else
      at(children_, t, parent(t, v)).push_back(v);
  }
  std::vector<int> order{root(t)};
  at(depth_, t, root(t)) = 0;
  for (std::size_t i = 0; i < order.size(); ++i)
    for (const int child : children(t, order[i])) {
      at(depth_, t, child) = depth(t, order[i]) + 1;
      order.push_back(child);
    }
}

int DoubleTree::height() const {
  return std::max(*std::ranges::max_element(depth_[0]), *std::ranges::max_element(depth_[1]));
}

std::vector<std::array<int, 2>> DoubleTree::edges_by_depth() const {
  std::vector<std::array<int, 2>> edges;
  for (int t = 0; t < 2; ++t)
    for (int v = 0; v < size(); ++v)
      if (parent(t, v) >= 0) edges.push_back({t, v});
  std::ranges::sort(edges, {},
                    [this](const auto& e) { return std::tuple(depth(e[0], e[1]), e[0], e[1]); });
  return edges;
}

/// Colours the edges: those that must differ in colour are on paths and cycles of even length.
void DoubleTree::paint() {
  for (const auto& [t, v] : edges_by_depth())
    if (colour(t, v) < 0) paint_path(t, v, t);
}

/// Paints the edge into v, and all edges connected with it by edges that enter or leave the same
/// rank.
void DoubleTree::paint_path(int tree, int v, int colour) {
  std::vector<std::array<int, 3>> open{{tree, v, colour}};
  while (!open.empty()) {
    const auto [t, child, mine] = open.back();
    open.pop_back();
    if (at(colour_, t, child) >= 0) continue;
    at(colour_, t, child) = mine;
    if (parent(1 - t, child) >= 0) open.push_back({1 - t, child, 1 - mine});
    const int above = parent(t, child);
    for (int other = 0; other < 2; ++other)
      for (const int sibling : children(other, above))
        if (other != t || sibling != child) open.push_back({other, sibling, 1 - mine});
  }
}

void DoubleTree::enter(int t) {
  std::vector<int> order{root(t)};
  for (std::size_t i = 0; i < order.size(); ++i)
    for (const int child : children(t, order[i])) {
      const int next = entry(t, order[i]) + 1;
      at(entry_, t, child) = next + (next % 2 == colour(t, child) ? 0 : 1);
      order.push_back(child);
    }
}

int DoubleTree::first_rounds() const {
  return 1 + std::max(*std::ranges::max_element(entry_[0]), *std::ranges::max_element(entry_[1]));
}

BlockPlan double_tree_broadcast(int p, int root, int r, int n) {
  return turned(broadcast_plan(trees_of(p, TwoTrees::kSst), mod(std::int64_t{r} - root, p), n),
                root, p);
}

BlockPlan double_tree_reduce(int p, int root, int r, int n) {
  return turned(reduce_plan(trees_of(p, TwoTrees::kSst), mod(std::int64_t{r} - root, p), n), root,
                p);
}

BlockPlan double_tree_allreduce(int p, int r, int n) {
  const DoubleTree& trees = trees_of(p, TwoTrees::kNccl);
  return in_sequence(reduce_plan(trees, r, n), double_tree_rounds(p, n, TwoTrees::kNccl),
                     broadcast_plan(trees, r, n));
}

int double_tree_rounds(int p, int n, TwoTrees flavour) {
  return p == 1 ? 0 : trees_of(p, flavour).first_rounds() + 2 * (n - 1);
}

/// Builds the broadcast: edges to depth d of a tree are used in round d.
BlockPlan double_tree_ucc_broadcast(int p, int root, int r) {
  const DoubleTree& trees = trees_of(p, TwoTrees::kUcc);
  BlockPlan plan = halves();
  for (int round = 0; round <= trees.height(); ++round)
    for (int t = 0; t < 2; ++t) {
      const Hop hop(trees, t, root, r);
      if (round == 0 && hop.from_root) plan.send(0, trees.root(t), {t});
      if (round == 0 && hop.to_root) plan.receive(0, root, {t});
      if (round > 0 && trees.depth(t, r) == round && r != root)
        plan.receive(round, trees.parent(t, r), {t});
      for (const int child : trees.children(t, r))
        if (trees.depth(t, child) == round && child != root) plan.send(round, child, {t});
    }
  return plan;
}

BlockPlan double_tree_ucc_reduce(int p, int root, int r) {
  const DoubleTree& trees = trees_of(p, TwoTrees::kUcc);
  const int last = trees.height();
  BlockPlan plan = halves();
  for (int depth = last; depth >= 0; --depth)
    for (int t = 0; t < 2; ++t) {
      const Hop hop(trees, t, root, r);
      if (depth == 0 && hop.from_root) plan.receive(last, trees.root(t), {t});
      if (depth == 0 && hop.to_root) plan.send(last, root, {t});
      for (const int child : trees.children(t, r))
        if (trees.depth(t, child) == depth)
          plan.receive(last - depth, child, {t}, in_rank_order(child, r));
      if (depth > 0 && trees.depth(t, r) == depth) plan.send(last - depth, trees.parent(t, r), {t});
    }
  return plan;
}

}  // namespace orrery::inline algorithms
