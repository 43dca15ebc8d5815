// Ring allgather along Hamiltonian cycles of a torus: the second half of the allreduce.
// Ref      De Sensi et al., "Swing", NSDI 2024, Sec. 2.3.1.
// Rounds   p - 1.
// Sent     (p-1) m by every rank, m bytes being the contribution of one.
// Needs    as allreduce hamiltonian-ring.
#include "algorithms/phases/tori/hamiltonian.h"
#include "algorithms/phases/tori/torus_halves.h"

namespace orrery::allgather_hamiltonian_ring {

namespace {

void run(Comm& c, const Call& call) {
  const std::vector<HamiltonianRing> rings = all_hamiltonian_rings(call.problem);
  const auto n = static_cast<int>(rings.size());
  c.lanes(n, [&](Comm& lane, int k) {
    const HamiltonianRing& cycle = rings[static_cast<std::size_t>(k)];
    const int p = lane.size(), r = lane.rank();
    const auto B = [&](int i) { return call.block(cycle.rank(i, p)).block(k, n); };
    ring_allgather(lane, cycle.ring(r, p), B, cycle.place(r, p), 0);
  });
}

}  // namespace

extern const Algorithm allgather_hamiltonian_ring{
    .collective = "allgather",
    .name = "hamiltonian-ring",
    .summary = "Blocks travel round Hamiltonian cycles of a torus, through all ports.",
    .reference = "De Sensi, Bonato, Saam and Hoefler, Swing, NSDI 2024, Sec. 2.3.1",
    .formula = "(p-1)(α + m/(2D) β)",
    .formula_if = "2D ports",
    .needs_coordinates = true,
    .needs_ranks = Ranks::kHamiltonian,
    .among_neighbors = true,
    .run = run,
    .unsupported = no_hamiltonian_rings,
    .symmetry = [](const Problem& x) { return hamiltonian_symmetry(x, torus_parts(x) / x.p); },
    .rounds = [](const Problem& x) { return std::int64_t{x.p} - 1; },
    .bytes_total = allgather_bytes,
    .bytes_max_rank = [](const Problem& x) { return (std::int64_t{x.p} - 1) * x.bytes(); },
    .time = [](const Problem& x) { return hamiltonian_time(x, x.count * x.p, false); },
};

}  // namespace orrery::allgather_hamiltonian_ring
