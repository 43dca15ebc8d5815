#pragma once

#include <algorithm>
#include <vector>

namespace orrery::inline algorithms {

/// Returns each of `values` once, in ascending order.
template <class T>
std::vector<T> distinct(std::vector<T> values) {
  if (!std::ranges::is_sorted(values)) std::ranges::sort(values);
  values.erase(std::ranges::unique(values).begin(), values.end());
  return values;
}

}  // namespace orrery::inline algorithms
