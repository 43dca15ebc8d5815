#include "algorithms/phases/tori/hamiltonian.h"

namespace orrery::inline algorithms {

int HamiltonianRing::place(int r, int p) const {
  const int position = cycle.position(r);
  return backwards ? mod(-position, p) : position;
}

int HamiltonianRing::rank(int place, int p) const {
  return cycle.rank(mod(backwards ? -std::int64_t{place} : std::int64_t{place}, p));
}

Ring HamiltonianRing::ring(int r, int p) const {
  const int own = place(r, p);
  return {p, rank(own - 1, p), rank(own + 1, p)};
}

std::vector<HamiltonianRing> all_hamiltonian_rings(const Problem& x) {
  using Which = HamiltonianCycle::Which;
  std::vector<HamiltonianRing> all;
  for (const bool backwards : {false, true})
    for (const Which which : {Which::kA, Which::kB})
      if (which == Which::kA || x.dims.size() == 2)
        all.push_back({HamiltonianCycle(x.dims, which), backwards});
  return all;
}

std::optional<std::string> no_hamiltonian_rings(const Problem& x) {
  if (x.p == 1) return std::nullopt;
  if (const auto reason = HamiltonianCycle::missing(x.dims))
    return text_of("hamiltonian-ring: ", *reason);
  return std::nullopt;
}

SymmetricNumbering hamiltonian_symmetry(const Problem& x, std::int64_t parts) {
  if (x.dims.size() < 2) return symmetric_by_coordinates(x, 1, parts);
  return symmetric_if(x.order == Order::kLinear, SymmetricNumbering::By::kDiagonal, 1, x, parts);
}

Time hamiltonian_time(const Problem& x, std::int64_t length, bool reduce) {
  const auto n = static_cast<std::int64_t>(all_hamiltonian_rings(x).size());
  const Bytes block = x.elements(length / n / x.p);
  return (x.p - 1) * (x.cost.message(block) + (reduce ? x.cost.reduction(block) : Time(0)));
}

}  // namespace orrery::inline algorithms
