#include "algorithms/schedules/sparbit.h"

#include <bit>
#include <cstdint>

#include "algorithms/common/arithmetic.h"

namespace orrery::sparbit {

std::vector<SparbitStep> steps(int p) {
  const auto bits = static_cast<std::uint64_t>(p);
  const int z = std::countr_zero(bits);
  // Distances at which a block is not passed on: zero bits of p above its lowest one.
  const std::uint64_t ignore = (~(bits >> z) | 1U) << z;
  std::vector<SparbitStep> all;
  std::int64_t data = 1;
  for (std::int64_t d = std::int64_t{1} << ceil_log2(p) >> 1; d > 0; d /= 2) {
    const int ex = (static_cast<std::uint64_t>(d) & ignore) != 0 ? 1 : 0;
    all.push_back({static_cast<int>(d), static_cast<int>(data - ex)});
    data = 2 * data - ex;
  }
  return all;
}

}  // namespace orrery::sparbit
