#pragma once

#include <span>

#include "emu/base/units.h"

namespace orrery::inline run {

/// The spread of a cell's completion times over its repeats (GivenConditions::repeats).
struct TimeSpread {
  int runs = 0;
  Time median{0}, p10{0}, p90{0};
  /// A confidence interval: the median of all possible repeats lies in it in 95 of 100 cases.
  Time low{0}, high{0};
  Time least{0}, mean{0}, most{0};
  bool operator==(const TimeSpread&) const = default;
};

/// Returns the spread of at least one time, in any order.
///
/// Percentile q of n times in order is the one at 1 + q (n - 1), between two of them in proportion. The interval
/// is of order statistics (Hollander, Wolfe, Chicken: Nonparametric statistical methods, 3.6): the times number l
/// and n + 1 - l, with l the largest for which fewer than l of n fair coins show heads in at most 2.5 of 100
/// cases; of five times or fewer the least and the most.
TimeSpread spread_of(std::span<const Time> times);

}  // namespace orrery::inline run
