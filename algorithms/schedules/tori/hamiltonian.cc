#include "algorithms/schedules/tori/hamiltonian.h"

#include <cstdint>
#include <numeric>

#include "emu/base/check.h"
#include "emu/payload/slice.h"

namespace orrery::inline algorithms {

namespace {

/// Returns whether r = c k and gcd(r, c - 1) = 1.
bool fits(int r, int c) {
  return r % c == 0 && std::gcd(r, c - 1) == 1;
}

}  // namespace

std::optional<std::string> HamiltonianCycle::missing(std::span<const int> dims) {
  std::string shape;
  for (const int d : dims) shape += text_of(shape.empty() ? "" : "x", d);
  if (dims.size() == 1) return std::nullopt;
  if (dims.size() != 2)
    return text_of("the two edge-disjoint Hamiltonian cycles are known for two dimensions only, ",
                   shape, " has ", dims.size());
  const int a = dims[0], b = dims[1];
  if (a == 1 || b == 1)
    return text_of(shape,
                   " has a dimension of 1, in which a cycle cannot turn: it needs two of at "
                   "least 2, or one dimension only");
  if (fits(a, b) || fits(b, a)) return std::nullopt;
  return text_of(
      "two edge-disjoint Hamiltonian cycles need r = ck rows of c columns with "
      "gcd(r, c-1) = 1, which ",
      shape, " is not either way round");
}

HamiltonianCycle::HamiltonianCycle(std::span<const int> dims, Which which)
    : torus_(dims), which_(which) {
  if (torus_.dimensions() == 1) return;
  swapped_ = !fits(torus_.side(1), torus_.side(0));
  rows_ = torus_.side(swapped_ ? 0 : 1);
  columns_ = torus_.side(swapped_ ? 1 : 0);
  const int k = rows_ / columns_;
  while (mod(std::int64_t{inverse_} * (columns_ - 1), k) != 1 % k) ++inverse_;
}

int HamiltonianCycle::position(int rank) const {
  if (torus_.dimensions() == 1) return rank;
  const int r = rows_, c = columns_, k = r / c;
  const int i = torus_.coordinate(rank, swapped_ ? 0 : 1);
  const int j = torus_.coordinate(rank, swapped_ ? 1 : 0);
  const int u = (i + j) % c;  // place within the stretch, on both cycles
  if (which_ == Which::kA) return i * c + u;
  // Stretch t = j + c m has t (c-1) + u = i modulo r: c m (c-1) = i - u - j (c-1) modulo c k.
  const std::int64_t rest = std::int64_t{i} - u - std::int64_t{j} * (c - 1);
  const int m = mod(rest / c * inverse_, k);
  return (j + c * m) * c + u;
}

int HamiltonianCycle::rank(int position) const {
  if (torus_.dimensions() == 1) return position;
  const int r = rows_, c = columns_, t = position / c, u = position % c;
  const int i = which_ == Which::kA ? t : mod(std::int64_t{t} * (c - 1) + u, r);
  const int j = which_ == Which::kA ? mod(std::int64_t{u} - t, c) : t % c;
  return i * torus_.stride(swapped_ ? 0 : 1) + j * torus_.stride(swapped_ ? 1 : 0);
}

}  // namespace orrery::inline algorithms
