#pragma once

#include <algorithm>
#include <cstdint>

#include "algorithms/collective.h"
#include "algorithms/common/arithmetic.h"
#include "emu/net/symmetric_numbering.h"

/// What Algorithm::symmetry says of algorithms in which a rank knows of others only how far away they are. `parts` is
/// what the elements of the problem must be a multiple of, so that all ranks' shares are equal.
namespace orrery {

/// Sides of the ranks' coordinates along which ranks can move; 1 where there are none.
inline std::int64_t wide_sides(const Problem& x) {
  return std::max<std::int64_t>(1, std::ranges::count_if(x.dims, [](int d) { return d > 1; }));
}

inline SymmetricNumbering symmetric_if(bool fits, SymmetricNumbering::By by, int period,
                                       const Problem& x, std::int64_t parts) {
  const bool equal = x.sizes.empty() && x.count % parts == 0;
  return {by, fits && equal ? period : 0};
}

/// Partners are so many ranks further along the ring of all ranks, for those with the same r mod `period`.
inline SymmetricNumbering symmetric_by_number(const Problem& x, int period, std::int64_t parts) {
  const bool fits = x.p % period == 0 && x.order == Order::kLinear;
  return symmetric_if(fits, SymmetricNumbering::By::kNumber, period, x, parts);
}

/// Partners are so far away on the torus of the ranks, or in a ring where there are no coordinates.
inline SymmetricNumbering symmetric_by_coordinates(const Problem& x, int period,
                                                   std::int64_t parts) {
  const auto fits = [&](int side) { return side == 1 || side % period == 0; };
  const bool all = x.dims.empty() ? fits(x.p) : std::ranges::all_of(x.dims, fits);
  return symmetric_if(all && x.order == Order::kLinear, SymmetricNumbering::By::kCoordinates,
                      period, x, parts);
}

/// Partners are ranks r XOR some number, and the ranks a power of two.
inline SymmetricNumbering symmetric_by_exclusive_or(const Problem& x, std::int64_t parts) {
  return symmetric_if(is_power_of_two(x.p), SymmetricNumbering::By::kExclusiveOr, 1, x, parts);
}

inline bool sides_are_powers_of_two(const Problem& x) {
  return x.dims.empty() ? is_power_of_two(x.p) : std::ranges::all_of(x.dims, is_power_of_two);
}

/// What a vector is cut into by the 2D collectives at once of a torus of D dimensions.
inline std::int64_t torus_parts(const Problem& x) {
  return 2 * wide_sides(x) * x.p;
}

}  // namespace orrery
