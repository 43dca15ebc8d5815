#pragma once

#include <vector>

#include "algorithms/schedules/block_plan.h"

/// Trees whose edges have rounds, and the plans of ranks along them. Pure functions.
namespace orrery::inline algorithms {

/// A tree of virtual ranks 0 .. p-1 with root 0. Virtual rank v is rank v + root mod p.
class RootedTree {
 public:
  /// Creates a tree for p >= 1 ranks that holds only the root.
  explicit RootedTree(int p);

  /// Reaches `child` from `parent` in `round` >= 0. A parent serves the children of one round in
  /// the order in which they are attached. REQUIRES that the child has no parent yet.
  void attach(int child, int parent, int round);

  int size() const { return static_cast<int>(nodes_.size()); }
  int parent(int v) const { return at(v).parent; }  ///< -1 for the root
  int round(int v) const { return at(v).round; }    ///< the round that reaches v; -1 for the root
  const std::vector<int>& children(int v) const { return at(v).children; }
  bool has(int v) const { return v == 0 || parent(v) >= 0; }
  int rounds() const { return rounds_; }
  int depth(int v) const { return v == 0 ? 0 : 1 + depth(parent(v)); }
  /// Returns v and all ranks below it, ascending.
  std::vector<int> subtree(int v) const;

 private:
  struct Node {
    int parent = -1, round = -1;
    std::vector<int> children;
  };
  const Node& at(int v) const { return nodes_[static_cast<std::size_t>(v)]; }
  Node& at(int v) { return nodes_[static_cast<std::size_t>(v)]; }

  std::vector<Node> nodes_;
  int rounds_ = 0;
};

/// The payload of an edge.
enum class Carried {
  kVector,  ///< the whole vector, or the partial sum
  kSubtree  ///< the blocks of the child and of all ranks below it
};

/// Returns the plan of rank r when data go from the root down the tree, round by round.
BlockPlan down_the_tree(const RootedTree& tree, int root, int r, Carried carried);
/// Returns the plan with the rounds backwards: data come up to the root. Vectors are added, those
/// of children after the rank's own, in the order of their rounds and, within a round, of attachment.
BlockPlan up_the_tree(const RootedTree& tree, int root, int r, Carried carried);

}  // namespace orrery::inline algorithms
