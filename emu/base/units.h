#pragma once

#include <chrono>
#include <cmath>
#include <compare>
#include <cstdint>

#include "emu/base/check.h"

/// Quantities with their units in their types: virtual time in integer picoseconds, sizes in bytes,
/// costs per byte.
namespace orrery::inline base {

/// Virtual time or a span of it: exact integer picoseconds (about 106 days fit).
using Time = std::chrono::duration<std::int64_t, std::pico>;
using namespace std::chrono_literals;  // 100ns, 5us: convert to Time without loss

/// A number of bytes.
class Bytes {
 public:
  constexpr Bytes() = default;
  constexpr explicit Bytes(std::int64_t count) : count_(count) {}
  constexpr std::int64_t count() const { return count_; }
  constexpr Bytes& operator+=(Bytes b) {
    count_ += b.count_;
    return *this;
  }
  friend constexpr Bytes operator+(Bytes a, Bytes b) { return Bytes(a.count_ + b.count_); }
  friend constexpr Bytes operator-(Bytes a, Bytes b) { return Bytes(a.count_ - b.count_); }
  friend constexpr Bytes operator*(Bytes a, std::int64_t k) { return Bytes(a.count_ * k); }
  friend constexpr Bytes operator*(std::int64_t k, Bytes a) { return a * k; }
  friend constexpr auto operator<=>(Bytes, Bytes) = default;

 private:
  std::int64_t count_ = 0;
};

/// β (transfer) or γ (computation): picoseconds per byte, >= 0.
struct CostPerByte {
  double ps = 0;
  friend constexpr auto operator<=>(CostPerByte, CostPerByte) = default;
};

/// Link speed in bytes per second, > 0. 400 Gb/s = 50e9.
struct Bandwidth {
  double bytes_per_second = 0;
  constexpr CostPerByte inverse() const { return {1e12 / bytes_per_second}; }
  friend constexpr auto operator<=>(Bandwidth, Bandwidth) = default;
};

/// Rounds a duration computed in floating point to integer picoseconds; the only place that does
/// so. Rounds up, except that less than 1/1024 ps above an integer counts as rounding noise. THROWS
/// std::invalid_argument beyond 4.6e18 ps (53 days).
inline Time round_to_ps(double ps) {
  EMU_CHECK(ps < 4.6e18, "a duration of ", ps,
            " ps is beyond the 53 days that virtual time can hold");
  const double least = ps - 0x1p-10;
  const auto whole = static_cast<std::int64_t>(least);
  return Time(static_cast<double>(whole) < least ? whole + 1 : whole);
}

/// Returns the time for `size` bytes at `cost` per byte.
inline Time duration_of(Bytes size, CostPerByte cost) {
  return round_to_ps(static_cast<double>(size.count()) * cost.ps);
}

/// Returns `t` times `factor`, exact for 1.
inline Time stretched(Time t, double factor) {
  return factor == 1 ? t : round_to_ps(static_cast<double>(t.count()) * factor);
}

/// Returns seconds for arithmetic on reports; `seconds_text` is exact to the picosecond.
inline double to_seconds(Time t) {
  return static_cast<double>(t.count()) * 1e-12;
}

}  // namespace orrery::inline base
