// Ring allreduce along Hamiltonian cycles of a torus, through all its ports.
// Ref      De Sensi et al., "Swing", NSDI 2024, Sec. 2.3.1, after T. Hoefler et al., "HammingMesh: A
//          Network Topology for Large-Scale Deep Learning", SC 2022.
// Letters  p ranks, m bytes, D dimensions, B(i) block i mod p of a part, numbered along the cycle.
// Parts    two dimensions: four rings at once on m/4 each, two edge-disjoint cycles in both
//          directions; one dimension: two rings on m/2.
// Rounds   2(p-1), as allreduce ring.
// Sent     2 (p-1)/p m by every rank when 2Dp divides m.
// Time     2(p-1)(α + m/(2Dp) β) + (p-1) m/(2Dp) γ with a port for each ring.
// Needs    coordinates in one dimension, or in two for which the cycles exist (see
//          HamiltonianCycle); a commutative operator.
#include "algorithms/phases/tori/hamiltonian.h"
#include "algorithms/phases/tori/torus_halves.h"

namespace orrery::allreduce_hamiltonian_ring {

namespace {

void run(Comm& c, const Call& call) {
  const std::vector<HamiltonianRing> rings = all_hamiltonian_rings(call.problem);
  const auto n = static_cast<int>(rings.size());
  c.lanes(n, [&](Comm& lane, int k) {
    const HamiltonianRing& cycle = rings[static_cast<std::size_t>(k)];
    const int p = lane.size(), own = cycle.place(lane.rank(), p);
    const Ring ring = cycle.ring(lane.rank(), p);
    const Slice v = call.v.block(k, n);
    const auto B = [&](int i) { return v.block(mod(i, p), p); };
    ring_reduce_scatter(lane, ring, B, B(0).count(), own, 0);
    ring_allgather(lane, ring, B, own, p - 1);
  });
}

/// Counts all blocks of every part but the rank's own, then all but its right neighbour's.
Bytes bytes_max_rank(const Problem& x) {
  const std::vector<HamiltonianRing> rings = all_hamiltonian_rings(x);
  const auto n = static_cast<std::int64_t>(rings.size());
  std::int64_t most = 0;
  for (int r = 0; r < x.p && x.p > 1; ++r) {
    std::int64_t sum = 0;
    for (std::int64_t k = 0; k < n; ++k) {
      const Slice v = Slice(0, 1, 0, x.count).block(k, n);
      const int own = rings[static_cast<std::size_t>(k)].place(r, x.p);
      sum += 2 * v.count() - v.block(own, x.p).count() - v.block(mod(own + 1, x.p), x.p).count();
    }
    most = std::max(most, sum);
  }
  return x.elements(most);
}

}  // namespace

extern const Algorithm allreduce_hamiltonian_ring{
    .collective = "allreduce",
    .name = "hamiltonian-ring",
    .summary =
        "Rings along two edge-disjoint Hamiltonian cycles of a 2D torus, in both directions: the "
        "fewest bytes, neighbours only, the most rounds.",
    .reference = "De Sensi, Bonato, Saam and Hoefler, Swing, NSDI 2024, Sec. 2.3.1",
    .formula = "2(p-1)(α + m/(2Dp) β) + (p-1) m/(2Dp) γ",
    .formula_if = "2D ports",
    .reproducible = Reproducible::kOnAllRanks,
    .needs_commutative = true,
    .needs_coordinates = true,
    .needs_ranks = Ranks::kHamiltonian,
    .among_neighbors = true,
    .run = run,
    .unsupported = no_hamiltonian_rings,
    .symmetry = [](const Problem& x) { return hamiltonian_symmetry(x, torus_parts(x)); },
    .rounds = [](const Problem& x) { return 2 * (std::int64_t{x.p} - 1); },
    .bytes_total = [](const Problem& x) { return 2 * reduce_scatter_bytes(x); },
    .bytes_max_rank = bytes_max_rank,
    .time =
        [](const Problem& x) {
          return hamiltonian_time(x, x.count, true) + hamiltonian_time(x, x.count, false);
        },
};

}  // namespace orrery::allreduce_hamiltonian_ring
