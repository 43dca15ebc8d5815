#include "algorithms/trees/tree.h"

#include <algorithm>

#include "emu/base/check.h"

namespace orrery::trees {

int Tree::order(int r) const {
  if (r == root_) return 0;
  const auto siblings = children(parent(r));
  const int place = static_cast<int>(std::ranges::find(siblings, r) - siblings.begin());
  return place + (place >= copy_place(parent(r)) ? 1 : 0);
}

std::vector<int> Tree::top_down() const {
  std::vector<int> order{root_};
  order.reserve(parent_.size());
  for (std::size_t done = 0; done < order.size(); ++done)
    for (const int c : children(order[done])) order.push_back(c);
  return order;
}

std::vector<int> Tree::bottom_up() const {
  std::vector<int> order = top_down();
  std::ranges::reverse(order);
  return order;
}

TreeBuilder::TreeBuilder(int p) : nodes_(static_cast<std::size_t>(p)) {}

void TreeBuilder::take(int parent, int child) {
  Node& above = at(parent);
  EMU_ASSERT(at(child).parent < 0 && parent != child, "rank ", parent, " takes ", child,
             ", which has a parent");
  at(child).parent = parent;
  if (above.degree == 0)
    above.first_child = child;
  else
    at(above.last_child).next_sibling = child;
  above.last_child = child;
  ++above.degree;
}

void TreeBuilder::copy_now(int r) {
  at(r).copy_place = at(r).degree;
}

Tree TreeBuilder::finish() const {
  Tree tree;
  tree.root_ = -1;
  tree.children_.reserve(nodes_.size());
  tree.first_.reserve(nodes_.size() + 1);
  for (std::size_t r = 0; r < nodes_.size(); ++r) {
    const Node& node = nodes_[r];
    tree.parent_.push_back(node.parent);
    tree.copy_place_.push_back(node.copy_place);
    tree.first_.push_back(static_cast<int>(tree.children_.size()));
    for (int c = node.first_child; c >= 0; c = nodes_[static_cast<std::size_t>(c)].next_sibling)
      tree.children_.push_back(c);
    if (node.parent >= 0) continue;
    EMU_ASSERT(tree.root_ < 0, "ranks ", tree.root_, " and ", r, " have no parent");
    tree.root_ = static_cast<int>(r);
  }
  EMU_ASSERT(tree.root_ >= 0, "no rank is the root");
  tree.first_.push_back(static_cast<int>(tree.children_.size()));
  return tree;
}

Tree renamed(const Tree& tree, std::span<const int> names) {
  const auto name = [&](int v) { return names[static_cast<std::size_t>(v)]; };
  TreeBuilder builder(tree.ranks());
  for (int v = 0; v < tree.ranks(); ++v) {
    const auto children = tree.children(v);
    for (int i = 0; i < tree.degree(v); ++i) {
      if (i == tree.copy_place(v)) builder.copy_now(name(v));
      builder.take(name(v), name(children[static_cast<std::size_t>(i)]));
    }
    if (tree.copy_place(v) == tree.degree(v)) builder.copy_now(name(v));
  }
  return builder.finish();
}

}  // namespace orrery::trees
