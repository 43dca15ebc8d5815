#pragma once

#include <functional>
#include <vector>

#include "algorithms/algorithm.h"
#include "algorithms/common/power_of_two.h"
#include "algorithms/schedules/tori/torus.h"

/// Folding: runs an allreduce that needs powers of two on a torus of any sides.
namespace orrery::inline algorithms {

/// Dimension by dimension, nodes beyond a power of two are folded into neighbours (see
/// Participants); a smaller torus remains.
class Fold {
 public:
  explicit Fold(const Torus& torus);

  const Torus& torus() const { return torus_; }                ///< of all ranks
  const Torus& participants() const { return participants_; }  ///< its sides are powers of two
  int rank_of(int participant) const;
  int participant_of(int rank) const;  ///< REQUIRES that it is one

  /// Returns the dimensions in which a rank is folded, from `first` on, cyclically.
  std::vector<int> stages(int first) const;
  /// Returns the other of the two ranks that act as one in dimension i, or `rank` itself.
  int twin(int rank, int i) const;
  /// Returns whether `rank` is the one of the two that is folded into the other.
  bool folded(int rank, int i) const { return twin(rank, i) > rank; }
  /// Returns the rounds before and after together.
  int rounds() const { return 2 * static_cast<int>(stages(0).size()); }

 private:
  const Participants& line(int i) const { return lines_[static_cast<std::size_t>(i)]; }

  Torus torus_;
  std::vector<Participants> lines_;
  Torus participants_;
};

/// Folds ranks into their twins, in one round for each dimension that needs it, from `first` on;
/// then runs body(first round, participant) on the participants; then, after the body's `rounds`,
/// runs the same rounds backwards, in which the result is handed back. Afterwards `v` holds the
/// result on all ranks. Ref: R. Rabenseifner, "Optimization of Collective Reduction Operations",
/// ICCS 2004, Sec. 4, for one dimension.
void with_participants(Comm& c, Slice v, const Fold& fold, int first, int rounds,
                       const std::function<void(int first_round, int participant)>& body);

/// Returns the number of vectors that rank sends because of the folding.
int fold_sends(const Fold& fold, int first, int rank);
/// Returns whether rank takes part.
bool participates(const Fold& fold, int rank);
/// Returns the time of the rounds of folding, m bytes each: 2 F (α + m β) + F m γ.
Time fold_time(const Fold& fold, const AlphaBetaGamma& cost, Bytes m);

}  // namespace orrery::inline algorithms
