// Reduce-scatter on the circulant graph, volume-optimal, and round-optimal with halving skips,
// for any p.
// Ref      J. L. Träff, "Optimal, Non-pipelined Reduce-scatter and Allreduce Algorithms" (2024,
//          rev. 2025), Alg. 1, Thm. 1 and Cor. 2.
// Letters  p ranks, q rounds (ceil(log2 p) with halving skips), m bytes of the whole vector.
// Rounds   q, one for each skip (see circulant_reduce_scatter).
// Sent     every rank sends p - 1 blocks: all but its own.
// Time     q α + (p-1)/p m (β + γ) when p divides m. The paper allows m γ more for a rotated copy
//          that is not made here.
// Order    the same, rotated, on every rank, but not that of ranks. With linear skips (Sec. 2, after
//          Cor. 2) every rank gets all parts of its block itself, and adds them up in order if the
//          operator does not commute: m/p γ more if p > 2.
#include "algorithms/phases/circulant.h"

#include "algorithms/common/symmetry_hint.h"
#include "algorithms/phases/ring.h"

namespace orrery::reduce_scatter_circulant {

namespace {

void run(Comm& c, const Call& call) {
  reduce_scatter_with_skips(c, call, 0);
}

}  // namespace

extern const Algorithm reduce_scatter_circulant{
    .collective = "reduce-scatter",
    .name = "circulant",
    .summary =
        "The blocks still to be sent are halved in each round: ceil(log2 p) rounds and p - 1 "
        "blocks for any p.",
    .reference =
        "Träff, Optimal, Non-pipelined Reduce-scatter and Allreduce Algorithms (2025), Alg. 1",
    .formula = "ceil(log2 p)α + (p-1)/p m(β + γ)",
    .reproducible = Reproducible::kOnAllRanks,
    .skipped = true,
    .run = run,
    .unsupported = bad_reduction_skips,
    .symmetry = [](const Problem& x) { return symmetric_by_number(x, 1, x.p); },
    .words = [](const Problem& x, int round, int) { return circulant_words(x, round, true); },
    .rounds = [](const Problem& x) { return static_cast<std::int64_t>(skips_of(x).size()); },
    .bytes_total = [](const Problem& x) { return (x.p - 1) * x.bytes(); },
    .bytes_max_rank = all_but_smallest,
    .time =
        [](const Problem& x) {
          return circulant_time(x, x.elements(x.partition(x.count).largest()), true);
        },
};

}  // namespace orrery::reduce_scatter_circulant
