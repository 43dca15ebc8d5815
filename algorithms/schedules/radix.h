#pragma once

#include <vector>

#include "algorithms/schedules/block_plan.h"

/// Collectives of radix k, in which a rank exchanges with k-1 others in a round. Pure functions.
///
/// Ref      M. Ruefenacht, M. Bull, S. Booth, "Generalisation of recursive doubling for AllReduce", Parallel
///          Computing 69, 2017; J. Bruck et al., IEEE TPDS 8(11), 1997; as MPICH's recursive exchange and k-Bruck.
/// Letters  p ranks, k radix, t = floor(log_k p), p' = k^t participants, e = p - p', a participant, s step,
///          D = k^s, c = floor(a/D) mod k its digit.
///
/// With `one_by_one`, the k-1 exchanges of a step go one after the other, otherwise all together.
namespace orrery::radix {

/// Folding of ranks beyond a power of k: runs of up to k consecutive ranks act as one, their last.
class RadixParticipants {
 public:
  /// REQUIRES p >= 1, k >= 2; a k above p counts as p.
  RadixParticipants(int p, int k);

  int k() const { return k_; }
  int levels() const { return t_; }               ///< t
  int participants() const { return count_; }     ///< p'
  bool folds() const { return extra_ > 0; }       ///< e > 0
  int rounds() const { return folds() ? 2 : 0; }  ///< those before and after the body together
  int rank_of(int a) const;
  /// Returns the first of the ranks first(a) .. rank_of(a) that participant a acts for; first(p') =
  /// p.
  int first(int a) const { return a == 0 ? 0 : rank_of(a - 1) + 1; }
  int participant_of(int rank) const;  ///< returns the participant that acts for `rank`

  /// Returns the participants in a's group of step s, by digit.
  std::vector<int> group(int a, int s) const;
  int digit(int a, int s) const { return a / power(s) % k_; }
  int power(int s) const;  ///< returns k^s

 private:
  int p_, k_, t_ = 0, count_ = 1, extra_, full_;
};

/// Exchanges whole vectors; keeps rank order. t rounds, and 2 more with folding.
BlockPlan allreduce(int p, int r, int k, bool one_by_one);
/// Runs a k-ary reduce-scatter, then an allgather, on p' pieces of the vector; keeps rank order. 2t
/// rounds (+2).
BlockPlan allreduce_by_halves(int p, int r, int k, bool one_by_one);
/// Gathers with rising distances, so that runs of ranks are exchanged, or falling ones. t rounds
/// (+2).
BlockPlan allgather(int p, int r, int k, bool falling, bool one_by_one);
/// Reduces the ranks' blocks with falling distances. t rounds (+2).
BlockPlan reduce_scatter(int p, int r, int k, bool one_by_one);

/// Runs the radix-k Bruck algorithm: in step (s, z) all blocks with digit z in place s move by z
/// k^s. Steps are rounds if `one_by_one`, otherwise those of one s are together.
BlockPlan bruck_allgather(int p, int r, int k, bool one_by_one);
BlockPlan bruck_alltoall(int p, int r, int k, bool one_by_one);

/// Forms p/k groups of k consecutive ranks, with rings inside and a round between groups after each
/// turn. REQUIRES k | p. k-ring of M. Wilkins et al., "Generalized Collective Algorithms for the
/// Exascale Era", CLUSTER 2023, rebuilt from its description.
BlockPlan ring_allgather(int p, int r, int k);
/// Returns the reason why x.radix gives no groups of equal size, in words, or nothing.
std::optional<std::string> bad_groups(const Problem& x);

}  // namespace orrery::radix
