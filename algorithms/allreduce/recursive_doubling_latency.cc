// Recursive doubling allreduce, latency-optimal: whole vectors are exchanged at doubling
// distances.
// Ref      R. Thakur, R. Rabenseifner, W. Gropp, "Optimization of Collective Communication
//          Operations in MPICH", IJHPCA 19(1), 2005, Sec. 4.5; the baseline (L) of De Sensi et
//          al., NSDI 2024, in linear order of ranks.
// Letters  p ranks, p' = 2^floor(log2 p), r participant (see with_power_of_two), m bytes, s step.
// Rounds   log2 p', and 2 more if p is no power of two. In step s participants r and r XOR 2^s
//          exchange their vectors.
// Sent     m log2 p' by a participant.
// Time     log2 p' (α + m β + m γ), and 2(α + m β) + m γ more if p is no power of two.
// Keeps the order of ranks, so any associative operator will do.
#include "algorithms/algorithm.h"
#include "algorithms/common/arithmetic.h"
#include "algorithms/common/power_of_two.h"

namespace orrery {

namespace {

void run(Comm& c, const Call& call) {
  const Participants all(c.size());
  const int steps = floor_log2(all.count);
  with_power_of_two(c, call.v, steps, [&](int first_round, int r) {
    const Slice T = c.scratch(call.v.count());
    for (int s = 0; s < steps; ++s) {
      const int other = r ^ (1 << s), peer = all.rank_of(other);
      c.round(first_round + s);
      c.sendrecv(call.v, peer, T, peer);
      if (other < r)
        c.reduce_front(call.v, T);
      else
        c.reduce(call.v, T);
    }
  });
}

}  // namespace

extern const Algorithm allreduce_recursive_doubling_latency{
    .collective = "allreduce",
    .name = "recursive-doubling-latency",
    .summary =
        "Pairs at distance 1, 2, 4, ... exchange and add whole vectors: the fewest rounds, the "
        "most bytes.",
    .reference = "Thakur, Rabenseifner and Gropp, IJHPCA 19(1), 2005, Sec. 4.5",
    .formula = "log2 p (α + mβ + mγ)",
    .run = run,
    .rounds = [](const Problem& x) -> std::int64_t { return floor_log2(x.p) + FoldCost(x).rounds; },
    .bytes_total =
        [](const Problem& x) {
          return std::int64_t{Participants(x.p).count} * floor_log2(x.p) * x.bytes() +
                 FoldCost(x).bytes_total;
        },
    .bytes_max_rank =
        [](const Problem& x) { return floor_log2(x.p) * x.bytes() + FoldCost(x).bytes_max; },
    .time =
        [](const Problem& x) {
          return floor_log2(x.p) * (x.cost.message(x.bytes()) + x.cost.reduction(x.bytes())) +
                 FoldCost(x).time;
        },
};

}  // namespace orrery
