#pragma once

#include <cstdint>
#include <string_view>

namespace orrery::inline base {

inline constexpr std::int64_t kKi = 1024, kMi = kKi * kKi, kGi = kMi * kKi, kTi = kGi * kKi;
inline constexpr std::int64_t kK = 1000, kM = kK * kK, kG = kM * kK, kT = kG * kK;

/// A unit for reading and writing quantities.
struct Unit {
  std::string_view name;
  std::int64_t factor;  ///< in the smallest unit
};

}  // namespace orrery::inline base
