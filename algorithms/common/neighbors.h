#pragma once

#include <optional>
#include <vector>

#include "algorithms/collective.h"

namespace orrery::inline algorithms {

/// The neighbours of ranks in a grid, row-major, the last dimension varying fastest. Letters: D
/// dimensions, t neighbours of each rank, which are numbered: those of a star as in MPI (for each
/// dimension first the one at -1, then that at +1), those of Moore's neighborhood by their offsets
/// in lexicographic order. On a ring of fewer than three ranks a rank may be its own neighbour, and
/// two neighbours the same rank.
class Neighbors {
 public:
  using Offset = std::vector<int>;  ///< -1, 0 or 1 for each dimension

  /// Prepares the grid. THROWS std::invalid_argument unless the sides of x.grid are positive and
  /// their product is x.p.
  explicit Neighbors(const Problem& x);

  bool periodic() const { return periodic_; }
  const std::vector<int>& sides() const { return sides_; }
  int dimensions() const { return static_cast<int>(sides_.size()); }
  int side(int k) const { return sides_[static_cast<std::size_t>(k)]; }
  /// Returns t, the number of neighbours of a rank, with those beyond an open edge.
  int count() const { return static_cast<int>(offsets_.size()); }
  const Offset& offset(int i) const { return offsets_[static_cast<std::size_t>(i)]; }
  /// Returns the neighbour in the opposite direction.
  int opposite(int i) const;
  /// Returns the number of the neighbour at this offset. REQUIRES that there is one.
  int number_of(const Offset& offset) const;

  /// Returns the rank at this offset from rank r; nullopt beyond an open edge.
  std::optional<int> at(int r, const Offset& offset) const;
  std::optional<int> at(int r, int i) const { return at(r, offset(i)); }

 private:
  std::vector<int> sides_;
  bool periodic_;
  Neighborhood kind_;
  std::vector<Offset> offsets_;
};

/// Returns the offset without its steps in dimensions of one rank.
Neighbors::Offset moving_part(const Neighbors& near, Neighbors::Offset offset);

}  // namespace orrery::inline algorithms
