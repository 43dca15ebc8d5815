#pragma once

#include <algorithm>
#include <cstdint>

#include "algorithms/collective.h"
#include "algorithms/common/arithmetic.h"

/// What Algorithm::period says of algorithms in which a rank knows of others only how far away they are. `parts` is
/// what the elements of the problem must be a multiple of, so that all ranks' shares are equal.
namespace orrery {

/// Sides of the ranks' coordinates along which ranks can move; 1 where there are none.
inline std::int64_t wide_sides(const Problem& x) {
  return std::max<std::int64_t>(1, std::ranges::count_if(x.dims, [](int d) { return d > 1; }));
}

inline int period_if_equal(const Problem& x, int period, std::int64_t parts) {
  const bool equal = x.sizes.empty() && x.count % parts == 0 && x.order == Order::kLinear;
  return equal ? period : 0;
}

/// Ranks in a ring.
inline int period_on_ring(const Problem& x, int period, std::int64_t parts) {
  return wide_sides(x) == 1 && x.p % period == 0 ? period_if_equal(x, period, parts) : 0;
}

/// Ranks on a torus, or in a ring where there are no coordinates.
inline int period_on_torus(const Problem& x, int period, std::int64_t parts) {
  const auto fits = [&](int side) { return side == 1 || side % period == 0; };
  const bool all = x.dims.empty() ? fits(x.p) : std::ranges::all_of(x.dims, fits);
  return all ? period_if_equal(x, period, parts) : 0;
}

inline bool sides_are_powers_of_two(const Problem& x) {
  return x.dims.empty() ? is_power_of_two(x.p) : std::ranges::all_of(x.dims, is_power_of_two);
}

/// What a vector is cut into by the 2D collectives at once of a torus of D dimensions.
inline std::int64_t torus_parts(const Problem& x) {
  return 2 * wide_sides(x) * x.p;
}

}  // namespace orrery
