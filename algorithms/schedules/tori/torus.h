#pragma once

#include <span>
#include <vector>

#include "emu/base/coordinates.h"

/// Ranks as points of a D-dimensional torus, or of any network with coordinates, and the order in
/// which collectives use its dimensions. Pure functions.
namespace orrery::inline algorithms {

/// A torus of ranks. Dimension 0 is the one that varies fastest with the rank (the row of a 2D
/// torus), as in De Sensi et al., NSDI 2024, Fig. 2 and 5.
class Torus {
 public:
  /// Creates a torus from side lengths, row-major as Problem::dims; sides of 1 are left out,
  /// because no message moves along them. If all are 1, or `dims` is empty: one dimension of 1.
  /// REQUIRES every side >= 1.
  explicit Torus(std::span<const int> dims);

  int dimensions() const { return static_cast<int>(sides_.size()); }  ///< D >= 1
  int size() const { return size_; }                                  ///< p
  int side(int i) const { return sides_[static_cast<std::size_t>(i)]; }
  int stride(int i) const { return of(i).stride; }
  int longest() const;  ///< returns the largest side
  std::span<const int> sides() const { return sides_; }
  bool powers_of_two() const;

  int coordinate(int r, int i) const { return of(i).of(r); }
  /// Returns rank r with coordinate i replaced by x.
  int moved(int r, int i, int x) const { return of(i).moved(r, x); }
  /// Returns the rank whose coordinate i is x(i).
  template <class Coordinates>
  int rank_at(Coordinates&& x) const {
    int r = 0;
    for (int i = 0; i < dimensions(); ++i) r += x(i) * stride(i);
    return r;
  }

 private:
  const Coordinate& of(int i) const { return coordinates_[static_cast<std::size_t>(i)]; }

  std::vector<int> sides_;
  std::vector<Coordinate> coordinates_;
  int size_ = 1;
};

/// A step of a collective: step s uses dimension ω(s) and is the σ(s)-th there.
struct DimensionStep {
  int dimension = 0;  ///< ω
  int sigma = 0;      ///< σ
};

/// Returns the order of steps in which dimensions alternate, beginning with `first`; a dimension
/// without steps left is skipped. steps[i] >= 0 is the number of steps in dimension i. With equal
/// numbers ω(s) = (first + s) mod D and σ(s) = floor(s / D). Ref: De Sensi et al., NSDI 2024, Sec.
/// 4.
std::vector<DimensionStep> interleaved(std::span<const int> steps, int first);

}  // namespace orrery::inline algorithms
