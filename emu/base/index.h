#pragma once

#include <cstddef>
#include <cstdint>

namespace orrery::inline base {

/// Converts the number of a rank, node, block, ... to an index of a container. REQUIRES i >= 0.
constexpr std::size_t at(std::int64_t i) {
  return static_cast<std::size_t>(i);
}

}  // namespace orrery::inline base
