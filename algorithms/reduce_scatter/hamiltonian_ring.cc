// Ring reduce-scatter along Hamiltonian cycles of a torus: the first half of the allreduce.
// Ref      De Sensi et al., "Swing", NSDI 2024, Sec. 2.3.1.
// Rounds   p - 1.
// Sent     all blocks but the rank's own.
// Needs    as allreduce hamiltonian-ring. Blocks may have any sizes.
#include "algorithms/phases/tori/hamiltonian.h"
#include "algorithms/phases/tori/torus_halves.h"

namespace orrery::reduce_scatter_hamiltonian_ring {

namespace {

void run(Comm& c, const Call& call) {
  const std::vector<HamiltonianRing> rings = all_hamiltonian_rings(call.problem);
  const auto n = static_cast<int>(rings.size());
  c.lanes(n, [&](Comm& lane, int k) {
    const HamiltonianRing& cycle = rings[static_cast<std::size_t>(k)];
    const int p = lane.size(), r = lane.rank();
    const auto B = [&](int i) { return call.block(cycle.rank(i, p)).block(k, n); };
    ring_reduce_scatter(lane, cycle.ring(r, p), B, (call.partition.largest() + n - 1) / n,
                        cycle.place(r, p), 0);
  });
}

}  // namespace

extern const Algorithm reduce_scatter_hamiltonian_ring{
    .collective = "reduce-scatter",
    .name = "hamiltonian-ring",
    .summary = "Partial sums travel round Hamiltonian cycles of a torus, through all ports.",
    .reference = "De Sensi, Bonato, Saam and Hoefler, Swing, NSDI 2024, Sec. 2.3.1",
    .formula = "(p-1)(α + m/(2Dp) (β + γ))",
    .formula_if = "2D ports",
    .reproducible = Reproducible::kOnAllRanks,
    .needs_commutative = true,
    .needs_coordinates = true,
    .needs_ranks = Ranks::kHamiltonian,
    .among_neighbors = true,
    .run = run,
    .unsupported = no_hamiltonian_rings,
    .symmetry = [](const Problem& x) { return hamiltonian_symmetry(x, torus_parts(x)); },
    .rounds = [](const Problem& x) { return std::int64_t{x.p} - 1; },
    .bytes_total = reduce_scatter_bytes,
    .bytes_max_rank = all_but_smallest,
    .time = [](const Problem& x) { return hamiltonian_time(x, x.count, true); },
};

}  // namespace orrery::reduce_scatter_hamiltonian_ring
