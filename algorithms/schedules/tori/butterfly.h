#pragma once

#include <vector>

#include "algorithms/schedules/tori/torus.h"
#include "algorithms/schedules/trees/pairing.h"

namespace orrery {

/// The number of a collective among several whose odd nodes (see SwingLine) are apart.
struct CollectiveTurn {
  int number = 0, of = 1;
  /// By how many nodes of a line the odd one is moved on.
  int nodes(int side) const { return side * number / of; }
  bool operator==(const CollectiveTurn&) const = default;
};

/// One of the collectives that share out a vector among the ports of a torus: how its partners are
/// chosen, which dimension it starts in. Ref: De Sensi et al., NSDI 2024, Sec. 4.1.
struct Direction {
  Pairs pairs;
  int first = 0;
  CollectiveTurn turn = {};
  bool operator==(const Direction&) const = default;
};

/// D plain collectives, the c-th starting in dimension c, and D mirrored ones.
std::vector<Direction> all_directions(Pairing pairing, int dimensions);

/// Positions lo .. hi-1 of blocks.
struct Range {
  int lo = 0, hi = 0;
};

/// Partners in log2 p steps on a torus whose sides are powers of two, and the numbering of blocks
/// in which everything a rank sends in a step of a reduce-scatter lies side by side.
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
  /// Before step s, the rank at `position` is responsible for the blocks of this range.
  Range range(int position, int s) const;

 private:
  int bits(int dimension) const { return bits_[static_cast<std::size_t>(dimension)]; }

  const Torus& torus_;
  Pairs pairs_;
  std::vector<int> bits_;  // steps in each dimension
  std::vector<Step> order_;
};

}  // namespace orrery
