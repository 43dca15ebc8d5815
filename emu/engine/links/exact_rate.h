#pragma once

#include <bit>
#include <cstdint>

namespace orrery::inline engine {

/// A rate in whole multiples of 2^-100 bytes per ps: sums of up to 2^26 bytes per ps are exact, however often they
/// change.
///
/// Example  A link of 20 ps per byte carries 2^100 / 20 of them, cut off. Two flows that take a third and two thirds of
///          it leave the same rest in either order.
__extension__ using ExactRate = __int128;

/// Returns the rate of a flow that takes so long for a byte; 0 if that is infinite.
inline ExactRate exact_rate(double ps_per_byte) {
  const auto bits = std::bit_cast<std::uint64_t>(0x1p100 / ps_per_byte);
  const int shift = static_cast<int>(bits >> 52) - 1075;
  const std::uint64_t mantissa = (bits & ((std::uint64_t{1} << 52) - 1)) | std::uint64_t{1} << 52;
  if (shift >= 0) return static_cast<ExactRate>(mantissa) << shift;
  return shift > -53 ? static_cast<ExactRate>(mantissa >> -shift) : 0;
}

/// Returns the nearest double, in bytes per ps. REQUIRES rate >= 0.
inline double bytes_per_ps(ExactRate rate) {
  const auto high = static_cast<std::uint64_t>(rate >> 64), low = static_cast<std::uint64_t>(rate);
  const int width = high != 0 ? 128 - std::countl_zero(high) : 64 - std::countl_zero(low);
  if (width <= 62) return static_cast<double>(static_cast<std::int64_t>(low)) * 0x1p-100;
  const int shift = width - 62;
  const auto kept = static_cast<std::int64_t>(rate >> shift);
  // The bits that are cut off decide if two doubles are equally near.
  const bool more = (static_cast<ExactRate>(kept) << shift) != rate;
  return static_cast<double>(kept | static_cast<std::int64_t>(more)) *
         std::bit_cast<double>(static_cast<std::uint64_t>(1023 + shift - 100) << 52);
}

}  // namespace orrery::inline engine
