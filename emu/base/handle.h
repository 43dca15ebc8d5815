#pragma once

#include <cstdint>

namespace orrery::inline base {

/// A pending isend or irecv. Every handle must be waited for exactly once. The handle of an empty
/// slice has no request.
struct Handle {
  static constexpr std::uint32_t kNothing = 0xffffffff;
  std::uint32_t index = kNothing;
  std::uint32_t generation = 0;

  bool operator==(const Handle&) const = default;
};

}  // namespace orrery::inline base
