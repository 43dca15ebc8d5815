#pragma once

#include <vector>

#include "algorithms/trees/construct.h"

/// Systems in which every pair of ranks has its own costs.
///
/// Ref  J. L. Träff, "On Optimal Trees for Irregular Gather and Scatter Collectives", IEEE TPDS
///      30(9), 2019, doi:10.1109/TPDS.2019.2899843, Fig. 5, Thm. 1 and 3.
namespace orrery::trees {

/// α_ij, β_ij of a message from i to j, γ_i of a copy at i. Whole numbers >= 0, as in TreeCosts.
class PairCosts {
 public:
  /// Creates equal costs for all pairs and ranks.
  PairCosts(int p, const TreeCosts& costs);

  int ranks() const { return static_cast<int>(gamma_.size()); }
  void set_link(int from, int to, Cost alpha, Cost beta);
  void set_copy(int rank, Cost gamma) { gamma_[static_cast<std::size_t>(rank)] = gamma; }
  /// Returns the costs of a scatter for which a gather takes the same time: the directions swapped.
  PairCosts reversed() const;

  Cost alpha(int from, int to) const { return links_[index(from, to)].alpha; }
  Cost beta(int from, int to) const { return links_[index(from, to)].beta; }
  Cost gamma(int rank) const { return gamma_[static_cast<std::size_t>(rank)]; }
  Cost message(int from, int to, std::int64_t size) const {
    return size == 0 ? 0 : alpha(from, to) + beta(from, to) * size;
  }
  /// Returns the smallest and the largest α, β and γ, without the links of a rank to itself.
  TreeCosts least() const;
  TreeCosts most() const;

 private:
  struct Link {
    Cost alpha = 0;
    Cost beta = 0;
  };
  std::size_t index(int from, int to) const {
    return static_cast<std::size_t>(from) * gamma_.size() + static_cast<std::size_t>(to);
  }
  template <class Better>
  TreeCosts extreme(Better better) const;
  std::vector<Link> links_;
  std::vector<Cost> gamma_;
};

inline constexpr int kMostPairs = 200;  ///< ranks for the constructions below

/// Evaluates Eq. 1-2 with the costs of each pair. THROWS as completion_time for homogeneous costs.
Cost completion_time(const Tree& tree, const Blocks& blocks, const PairCosts& costs);
std::vector<Cost> ready_times(const Tree& tree, const Blocks& blocks, const PairCosts& costs);

/// Returns the least α_ir + β_ir (data of the others) + γ_r m_r, Sec. 2.3.
Cost lower_bound(const Blocks& blocks, const PairCosts& costs, int root);

/// Checks the input of both constructions. THROWS std::invalid_argument for p > kMostPairs,
/// negative costs, roots that are neither ranks nor kFreeRoot, and where times may reach 2^63.
void check_pair_input(const Blocks& blocks, const PairCosts& costs, int root);

/// Builds the best joined gather tree (construct.h; copies interleaved), root given or kFreeRoot;
/// for a scatter, give costs.reversed(). The best time of each range with each root: O(p^4 log p)
/// time. O(p^3) memory if few senders of a range are best for a receiver, O(p^4) at worst. THROWS
/// as check_pair_input.
TimedTree optimal_pair_tree(const Blocks& blocks, const PairCosts& costs, int root);

/// Builds the best ordered gather tree in which no rank has more than two children (Thm. 3); for a
/// scatter, give costs.reversed(). O(p^4) time, O(p^3) memory. With one cost for all pairs it takes
/// the time of binary_tree. Example: three blocks of 1, β = 1, γ = 0, α = 0 but 9 from 0 to 1: root
/// 1 is ready at 10 + 1, the others at 1 + 1. THROWS as check_pair_input.
TimedTree binary_pair_tree(const Blocks& blocks, const PairCosts& costs, int root);

}  // namespace orrery::trees
