#pragma once

#include <vector>

#include "algorithms/schedules/tori/torus.h"
#include "algorithms/schedules/trees/pairing.h"

namespace orrery::inline algorithms {

/// The number of a collective among several that differ in their odd nodes (see SwingLine).
struct CollectiveTurn {
  int number = 0, of = 1;
  /// Returns the number of nodes by which the odd node of a line is moved on.
  int nodes(int side) const { return side * number / of; }
  bool operator==(const CollectiveTurn&) const = default;
};

/// One of the collectives that divide a vector among the ports of a torus: its rule for partners
/// and its first dimension. Ref: De Sensi et al., NSDI 2024, Sec. 4.1.
struct Direction {
  Pairs pairs;
  int first = 0;
  CollectiveTurn turn = {};
  bool operator==(const Direction&) const = default;
};

/// Returns D plain collectives, the c-th starting in dimension c, and D mirrored ones.
std::vector<Direction> all_directions(Pairing pairing, int dimensions);

/// Positions lo .. hi-1 of blocks.
struct Range {
  int lo = 0, hi = 0;
};

/// Partners in log2 p steps on a torus whose sides are powers of two, and a numbering of blocks in
/// which all blocks that a rank sends in a step of a reduce-scatter lie side by side.
///
/// Letters  p ranks, q = log2 p steps, s step, r rank, λ its position: bit q-1-s of λ tells which of
///          the two halves of step s it is in (see Pairs::code).
class Butterfly {
 public:
  /// REQUIRES torus.powers_of_two(); `torus` must outlive the object.
  Butterfly(const Torus& torus, const Direction& direction);

  int steps() const { return static_cast<int>(order_.size()); }
  int partner(int r, int s) const;
  int position(int r) const;
  int rank(int position) const;
  /// Returns the blocks that the rank at `position` is responsible for before step s.
  Range range(int position, int s) const;

 private:
  int bits(int dimension) const { return bits_[static_cast<std::size_t>(dimension)]; }

  const Torus& torus_;
  Pairs pairs_;
  std::vector<int> bits_;  // steps in each dimension
  std::vector<DimensionStep> order_;
};

}  // namespace orrery::inline algorithms
