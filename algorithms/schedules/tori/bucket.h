#pragma once

#include "algorithms/schedules/tori/butterfly.h"

namespace orrery::inline algorithms {

/// One of the 2D collectives of the bucket algorithm: in phase j a ring along dimension
/// first + j mod D, for all j, turning forwards or backwards.
///
/// Ref      P. Sack, W. Gropp, "Collective algorithms for multiported torus networks", ACM TOPC
///          1(2), 2015; De Sensi et al., NSDI 2024, Sec. 2.3.4.
/// Letters  D dimensions, r rank, j phase, d_j side of its dimension. Blocks are numbered
///          (positions) by the coordinates in the order of the phases, the first most significant: the blocks
///          that a rank is responsible for lie side by side in every phase.
class Bucket {
 public:
  /// Creates the collective; `torus` must outlive it.
  Bucket(const Torus& torus, int first, bool backwards)
      : torus_(torus), first_(first), backwards_(backwards) {}

  int phases() const { return torus_.dimensions(); }
  int side(int j) const { return torus_.side(dimension(j)); }
  /// Returns rank r's place in its ring of phase j, and its neighbours: it sends to the right.
  int place(int r, int j) const;
  int right(int r, int j) const { return neighbour(r, j, 1); }
  int left(int r, int j) const { return neighbour(r, j, -1); }
  /// Returns the blocks that the rank at `place` in rank r's ring of phase j is responsible for
  /// after the phase; 0 <= place < side(j).
  Range range(int r, int j, int place) const;
  int position(int r) const;
  int rank(int position) const;

 private:
  int dimension(int j) const { return (first_ + j) % torus_.dimensions(); }
  int neighbour(int r, int j, int distance) const;

  const Torus& torus_;
  int first_;
  bool backwards_;
};

}  // namespace orrery::inline algorithms
