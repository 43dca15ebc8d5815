#pragma once

#include <bit>
#include <cstdint>

namespace orrery::inline algorithms {

/// Returns q = ceil(log2 p), p >= 1: rounds in which knowledge that doubles reaches p ranks.
constexpr int ceil_log2(int p) {
  return static_cast<int>(std::bit_width(static_cast<unsigned>(p) - 1U));
}

/// Returns the largest exponent k with 2^k <= p, p >= 1.
constexpr int floor_log2(int p) {
  return static_cast<int>(std::bit_width(static_cast<unsigned>(p))) - 1;
}

constexpr bool is_power_of_two(int p) {
  return std::has_single_bit(static_cast<unsigned>(p));
}

}  // namespace orrery::inline algorithms
