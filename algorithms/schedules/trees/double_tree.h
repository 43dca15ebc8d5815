#pragma once

#include <array>
#include <vector>

#include "algorithms/schedules/block_plan.h"

/// Two binary trees over the same ranks, each for half of the vector: inner ranks of one are leaves of the other.
/// Pure functions.
///
/// Ref      P. Sanders, J. Speck, J. L. Träff, "Two-tree algorithms for full bandwidth broadcast, reduction and
///          scan", Parallel Computing 35, 2009; the trees of NCCL and UCC.
/// Letters  p ranks, I(N) in-order tree on positions 1 .. N, T1, T2 the trees, n segments of each half, a round in
///          which the first segment enters a rank, R1 rounds until all have it, R = R1 + 2(n-1).
namespace orrery::inline algorithms {

/// The construction of the two trees from an in-order tree.
enum class TwoTrees {
  kNccl,  ///< rank 0 above I(p-1); T2 mirrored for even p, shifted by one for odd p
  kSst,   ///< 0 is the root of both: above I(p-1), and above its mirror image (odd p: shifted)
  kUcc    ///< I(p), its mirror image for even p, shifted by one for odd p
};

class DoubleTree {
 public:
  /// REQUIRES p >= 1.
  DoubleTree(int p, TwoTrees flavour);

  int size() const { return static_cast<int>(parent_[0].size()); }
  int parent(int tree, int v) const { return at(parent_, tree, v); }  ///< -1 for its root
  const std::vector<int>& children(int tree, int v) const {
    return at(children_, tree, v);
  }  ///< ascending
  int root(int tree) const { return root_[static_cast<std::size_t>(tree)]; }
  int depth(int tree, int v) const { return at(depth_, tree, v); }
  int height() const;  ///< returns the largest depth
  /// Returns 0 or 1 for the edge into v: over both trees, the two edges into v differ, and so do
  /// those out of it. REQUIRES a parent.
  int colour(int tree, int v) const { return at(colour_, tree, v); }
  /// Returns the round in which the first segment enters v; -1 for the root. The others follow
  /// every other round.
  int entry(int tree, int v) const { return at(entry_, tree, v); }
  int first_rounds() const;  ///< returns R1

 private:
  template <class T>
  using PerTree = std::array<std::vector<T>, 2>;
  template <class T>
  static const T& at(const PerTree<T>& of, int tree, int v) {
    return of[static_cast<std::size_t>(tree)][static_cast<std::size_t>(v)];
  }
  template <class T>
  static T& at(PerTree<T>& of, int tree, int v) {
    return of[static_cast<std::size_t>(tree)][static_cast<std::size_t>(v)];
  }
  void connect(int tree);
  void paint();
  void paint_path(int tree, int v, int colour);
  void enter(int tree);
  std::vector<std::array<int, 2>> edges_by_depth() const;

  PerTree<int> parent_, depth_, colour_, entry_;
  PerTree<std::vector<int>> children_;
  std::array<int, 2> root_{};
};

/// Returns the plan of rank r, with rounds in which no rank sends two messages, or receives two.
/// Broadcast and reduce use the kSst trees of virtual ranks, allreduce those of kNccl.
BlockPlan double_tree_broadcast(int p, int root, int r, int n);
BlockPlan double_tree_reduce(int p, int root, int r, int n);
BlockPlan double_tree_allreduce(int p, int r, int n);
/// Returns R of a broadcast or reduce; on the trees of an allreduce, this is half of its rounds.
int double_tree_rounds(int p, int n, TwoTrees flavour);

/// Returns the plan of UCC: halves in one piece, over the trees kUcc of the ranks; the root of the
/// collective and the roots of the trees pass halves to each other.
BlockPlan double_tree_ucc_broadcast(int p, int root, int r);
BlockPlan double_tree_ucc_reduce(int p, int root, int r);

}  // namespace orrery::inline algorithms
