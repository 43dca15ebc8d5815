#pragma once

#include <optional>
#include <span>
#include <string>

#include "algorithms/schedules/tori/torus.h"

namespace orrery::inline algorithms {

/// Two edge-disjoint Hamiltonian cycles of a 2D torus, and the ring of a 1D one.
///
/// Ref      De Sensi et al., NSDI 2024, Sec. 2.3.1, after Hoefler et al., HammingMesh (SC 2022).
/// Letters  r rows, c columns, (i, j) row and column, r = c k with gcd(r, c - 1) = 1; if only the
///          columns are such a multiple, rows and columns change places.
/// Cycle A  c - 1 steps right, one step down, and so on from (0, 0): row t is entered in column -t.
/// Cycle B  c - 1 steps down, one step right, and so on: its t-th stretch is in column t mod c and
///          starts in row t (c-1) mod r.
class HamiltonianCycle {
 public:
  enum class Which { kA, kB };
  /// Returns the reason why the torus has none, in words, or nothing. `dims` as Problem::dims.
  static std::optional<std::string> missing(std::span<const int> dims);

  /// Creates the cycle. REQUIRES !missing(dims). In one dimension there is only kA, the ring.
  HamiltonianCycle(std::span<const int> dims, Which which);

  /// Returns the place of rank r on the cycle, 0 .. p-1.
  int position(int rank) const;
  int rank(int position) const;

 private:
  Torus torus_;
  Which which_;
  int rows_ = 1, columns_ = 1;  // the paper's r and c
  bool swapped_ = false;        // its rows are our dimension 0
  int inverse_ = 0;             // of c - 1 modulo k
};

}  // namespace orrery::inline algorithms
