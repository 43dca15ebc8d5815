// Trivance, latency-optimal: whole vectors are exchanged in steps of three, both ways round at once.
// Ref      A. Jürß et al., "Trivance", arXiv 2602.17254, 2026, for sides that are powers of three; the last step of other
//          sides is our own rule.
// Letters  p ranks, r own rank, D dimensions of sides d (one ring of p without coordinates), L = ceil(log3 d), δ_s distance
//          of step s (3^s but for the last), m bytes.
// Parts    D collectives at once, each on m/D, the c-th of which begins in dimension c.
// Rounds   the sum of L over the dimensions. In step s a rank sends what it has summed to r + δ_s and r - δ_s, and adds what
//          comes: it has the sum F of 3^(s+1) ranks around it then. If d is not a power of three, the last step would
//          count some ranks twice: sums T and B of the upper and lower end of the window grow beside F, and go alone.
//          With d = 5 rank r sends what it has to r - 1 and r + 1 in step 0, and in step 1 what r + 1 had to r - 1
//          and what r - 1 had to r + 1.
// Sent     2 m log3 p by every rank of a ring of 3^L; T and B add up to three vectors on the way.
// Time     2 L (α + mβ + mγ) for one ring of 3^L on one port; L(α + mβ + 2mγ) with two ports.
// Needs    a commutative operator: windows wrap round.
#include "algorithms/common/symmetry_hint.h"
#include "algorithms/phases/tori/trivance_windows.h"

namespace orrery::allreduce_trivance_latency {

namespace {

Time time(const Problem& x) {
  std::vector<std::vector<Exchange>> programs;
  programs.reserve(static_cast<std::size_t>(x.p));
  for (int r = 0; r < x.p; ++r) programs.push_back(trivance::window_exchanges(x, r));
  return one_port_time(programs, x.cost);
}

}  // namespace

extern constinit const Algorithm allreduce_trivance_latency = {
    .collective = "allreduce",
    .name = "trivance-latency",
    .summary =
        "Whole vectors are exchanged with ranks at both sides at once, at three times the "
        "distance each time: log3 of each side steps.",
    .reference = "Jürß et al., Trivance, arXiv 2602.17254, 2026",
    .formula = "2 log3(p) (α + mβ + mγ)",
    .formula_if = "p = 3^q, one ring",
    .needs_commutative = true,
    .run = trivance::exchange_windows,
    .symmetry = [](const Problem& x) { return symmetric_by_coordinates(x, 1, 1); },
    .rounds = [](const Problem& x) -> std::int64_t { return trivance::window_rounds(x); },
    .bytes_total = [](const Problem& x) { return x.p * trivance::bytes_of_rank(x); },
    .bytes_max_rank = trivance::bytes_of_rank,
    .time = time,
};

}  // namespace orrery::allreduce_trivance_latency
