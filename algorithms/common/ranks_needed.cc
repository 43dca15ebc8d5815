#include "algorithms/common/ranks_needed.h"

#include "algorithms/common/arithmetic.h"
#include "emu/base/check.h"

namespace orrery {

std::optional<std::string> needs_even_ranks(const Problem& x, std::string_view algorithm) {
  if (x.p == 1 || x.p % 2 == 0) return std::nullopt;
  return text_of(algorithm, " pairs ranks: their number must be even and is ", x.p);
}

std::optional<std::string> needs_power_of_two_ranks(const Problem& x, std::string_view algorithm) {
  if (is_power_of_two(x.p)) return std::nullopt;
  return text_of(algorithm,
                 " halves the ranks again and again: their number must be a power of two and is ",
                 x.p);
}

}  // namespace orrery
