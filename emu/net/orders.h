#pragma once

#include <algorithm>
#include <span>

#include "emu/net/topology.h"

/// The possible orders of a route's dimensions.
namespace orrery::inline net {

/// Returns the number of orders of k dimensions: k!, but at most kMostPaths.
inline int order_count(std::size_t k) {
  int count = 1;
  for (std::size_t i = 2; i <= k && count < kMostPaths; ++i) count *= static_cast<int>(i);
  return std::min(count, kMostPaths);
}

/// Permutes `items` into order number n, 0 .. order_count - 1; all are different, 0 is the
/// identity. The digits of n in the factorial number system, first digit first, select the next
/// among the remaining items.
template <class T>
void put_in_order(std::span<T> items, int n) {
  for (; n > 0; items = items.subspan(1)) {
    const auto left = static_cast<int>(items.size());
    std::rotate(items.begin(), items.begin() + n % left, items.begin() + n % left + 1);
    n /= left;
  }
}

}  // namespace orrery::inline net
