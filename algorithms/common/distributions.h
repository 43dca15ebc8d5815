#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

/// How many elements each rank contributes where contributions may differ: pure functions.
namespace orrery {

struct Distribution {
  std::string_view name;     ///< "mod3"
  std::string_view summary;  ///< formula and source
  /// Sizes >= 0 of p blocks that add up to count.
  std::vector<std::int64_t> (*sizes)(int p, std::int64_t count);
};

std::span<const Distribution> distributions();

/// THROWS std::invalid_argument naming what exists.
const Distribution& find_distribution(std::string_view name);

}  // namespace orrery
