#pragma once

#include <algorithm>
#include <cstdint>

#include "algorithms/collective.h"
#include "algorithms/common/arithmetic.h"
#include "emu/net/translations.h"

/// Implementations of Algorithm::symmetry for algorithms in which a rank depends only on its
/// distances to others. The elements of the problem must be a multiple of `parts`, so that all
/// ranks' shares are equal.
namespace orrery::inline algorithms {

/// Returns the number of sides > 1 of the ranks' coordinates; 1 without coordinates.
inline std::int64_t wide_sides(const Problem& x) {
  return std::max<std::int64_t>(1, std::ranges::count_if(x.dims, [](int d) { return d > 1; }));
}

inline SymmetricNumbering symmetric_if(bool fits, SymmetricNumbering::By by, int period,
                                       const Problem& x, std::int64_t parts) {
  const bool equal = x.sizes.empty() && x.count % parts == 0;
  return {by, fits && equal ? period : 0};
}

/// Returns the symmetry if partners are at fixed distances on the ring of all ranks, for ranks with
/// the same r mod `period`.
inline SymmetricNumbering symmetric_by_number(const Problem& x, int period, std::int64_t parts) {
  const bool fits = x.p % period == 0 && x.order == Order::kLinear;
  return symmetric_if(fits, SymmetricNumbering::By::kNumber, period, x, parts);
}

/// Returns the symmetry if partners are at fixed distances on the torus of the ranks, or on a ring
/// without coordinates.
inline SymmetricNumbering symmetric_by_coordinates(const Problem& x, int period,
                                                   std::int64_t parts) {
  const auto fits = [&](int side) { return side == 1 || side % period == 0; };
  const bool all = x.dims.empty() ? fits(x.p) : std::ranges::all_of(x.dims, fits);
  return symmetric_if(all && x.order == Order::kLinear, SymmetricNumbering::By::kCoordinates,
                      period, x, parts);
}

/// Returns the symmetry if partners are ranks r XOR some number, and the ranks a power of two.
inline SymmetricNumbering symmetric_by_exclusive_or(const Problem& x, std::int64_t parts) {
  return symmetric_if(is_power_of_two(x.p), SymmetricNumbering::By::kExclusiveOr, 1, x, parts);
}

inline bool sides_are_powers_of_two(const Problem& x) {
  return x.dims.empty() ? is_power_of_two(x.p) : std::ranges::all_of(x.dims, is_power_of_two);
}

/// Returns the number of parts of a vector in the 2D concurrent collectives on a torus of D
/// dimensions.
inline std::int64_t torus_parts(const Problem& x) {
  return 2 * wide_sides(x) * x.p;
}

}  // namespace orrery::inline algorithms
