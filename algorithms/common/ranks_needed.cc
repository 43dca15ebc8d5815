#include "algorithms/common/ranks_needed.h"

#include "algorithms/common/arithmetic.h"
#include "emu/base/check.h"

namespace orrery::inline algorithms {

std::optional<std::string> bad_ranks(Ranks needed, const Problem& x, std::string_view algorithm) {
  if (needed == Ranks::kEven && x.p > 1 && x.p % 2 != 0)
    return text_of(algorithm, " pairs ranks: their number must be even and is ", x.p);
  if (needed == Ranks::kPowersOfTwo && !is_power_of_two(x.p))
    return text_of(algorithm,
                   " halves the ranks again and again: their number must be a power of two and is ",
                   x.p);
  return std::nullopt;
}

std::optional<std::string> bad_root(const Problem& x, std::string_view algorithm) {
  if (x.commutative || x.root == 0) return std::nullopt;
  return text_of("reduce ", algorithm, " to root ", x.root,
                 " needs a commutative operator: only with root 0 are ranks summed in their order");
}

std::optional<std::string> needs_coordinates(const Problem& x, std::string_view algorithm) {
  if (!x.dims.empty() || x.p == 1) return std::nullopt;
  return text_of(algorithm, " needs the ranks' coordinates, but ", x.no_dims,
                 " (it needs a torus, mesh, hyperx or hammingmesh with one rank on every host)");
}

}  // namespace orrery::inline algorithms
