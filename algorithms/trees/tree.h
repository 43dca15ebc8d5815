#pragma once

#include <span>
#include <string>
#include <vector>

/// Gather and scatter trees as values.
///
/// Ref  J. L. Träff, "On Optimal Trees for Irregular Gather and Scatter Collectives", IEEE TPDS
///      30(9), 2019, doi:10.1109/TPDS.2019.2899843, Def. 1-3.
namespace orrery::trees {

/// A rooted tree over the ranks 0 .. p-1. Every rank takes its children one after the other (in a
/// scatter: serves them in the opposite order) and copies its own block at one place of that
/// sequence. A leaf does not copy: it sends from its own buffer (a single rank, which sends nothing, does).
///
/// p = 5, root 1, which takes 0, copies, takes the subtree of 3:     1
///                                                                  / \        parent  1 -1 3 1 3
///   children(1) = 0 3   copy_place(1) = 1                         0   3       order   0    0 2 2
///   children(3) = 2 4   copy_place(3) = 1                            / \      .
///                                                                   2   4     .
class Tree {
 public:
  int ranks() const { return static_cast<int>(parent_.size()); }
  int root() const { return root_; }
  /// Returns the parent of r; -1 for the root.
  int parent(int r) const { return parent_[at(r)]; }
  /// Returns the children of r in the order in which r takes them when it gathers.
  std::span<const int> children(int r) const {
    return std::span(children_).subspan(at(first_[at(r)]), at(degree(r)));
  }
  int degree(int r) const { return first_[at(r + 1)] - first_[at(r)]; }
  bool leaf(int r) const { return degree(r) == 0; }
  /// Returns the number of children that r takes before it copies its own block. 0 for a leaf.
  int copy_place(int r) const { return copy_place_[at(r)]; }
  /// Returns the position of r among the operations of its parent, the parent's copy counted. 0 for
  /// the root. O(degree of the parent).
  int order(int r) const;
  /// Returns the ranks in an order in which every rank follows its parent, children in sequence.
  std::vector<int> top_down() const;
  /// Returns the ranks in an order in which every rank precedes its parent: top_down() backwards.
  std::vector<int> bottom_up() const;

  friend bool operator==(const Tree&, const Tree&) = default;

 private:
  friend class TreeBuilder;
  static std::size_t at(int i) { return static_cast<std::size_t>(i); }
  int root_ = 0;
  std::vector<int> parent_;
  std::vector<int> first_;  // p + 1 offsets into children_
  std::vector<int> children_;
  std::vector<int> copy_place_;
};

/// Builder of trees: p separate ranks are joined until one tree is left.
class TreeBuilder {
 public:
  /// Creates p trees of one rank. REQUIRES p >= 1.
  explicit TreeBuilder(int p);
  /// Lets `parent` take the tree of `child` after all that it took before. REQUIRES that child was
  /// not taken.
  void take(int parent, int child);
  /// Lets r copy its own block after all that it took so far. Without this call it copies first.
  void copy_now(int r);
  /// Lets r copy after its first `children` children.
  void copy_after(int r, int children) { at(r).copy_place = children; }
  /// Returns the tree. O(p). THROWS LogicError unless all ranks are in one tree.
  Tree finish() const;

 private:
  struct Node {
    int parent = -1;
    int first_child = -1;
    int last_child = -1;
    int next_sibling = -1;
    int degree = 0;
    int copy_place = 0;
  };
  Node& at(int r) { return nodes_[static_cast<std::size_t>(r)]; }
  std::vector<Node> nodes_;
};

/// Returns the tree with other names: rank v of `tree` becomes rank names[v]. REQUIRES a
/// permutation.
Tree renamed(const Tree& tree, std::span<const int> names);

}  // namespace orrery::trees
