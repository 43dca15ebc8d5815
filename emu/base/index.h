#pragma once

#include <cstddef>
#include <cstdint>

namespace orrery {

/// Returns a number of a rank, node, block, ... as an index of the standard containers. REQUIRES i >= 0.
constexpr std::size_t at(std::int64_t i) {
  return static_cast<std::size_t>(i);
}

}  // namespace orrery
