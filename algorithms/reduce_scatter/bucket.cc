// Bucket reduce-scatter: the first half of the bucket allreduce, with every block at its own rank.
// Ref      P. Sack, W. Gropp, "Collective algorithms for multiported torus networks", ACM TOPC
//          1(2), 2015; De Sensi et al., "Swing", NSDI 2024, Sec. 2.3.4.
// Rounds   D (max d_i - 1).
// Sent     all blocks but the rank's own.
// Needs    coordinates and a commutative operator.
#include "algorithms/phases/tori/bucket.h"

#include "algorithms/common/symmetry_hint.h"
#include "algorithms/phases/tori/torus_halves.h"

namespace orrery::reduce_scatter_bucket {

namespace {

void run(Comm& c, const Call& call) {
  const Torus torus(call.problem.dims);
  const std::vector<Bucket> buckets = all_buckets(torus);
  bucket_reduce_scatter(c, torus, buckets, 0,
                        [&](int lane) { return bucket_blocks(call, buckets, lane); });
}

}  // namespace

extern const Algorithm reduce_scatter_bucket{
    .collective = "reduce-scatter",
    .name = "bucket",
    .summary = "Ring reduce-scatters along one dimension after the other, through all ports.",
    .reference = "Sack and Gropp, ACM TOPC 1(2), 2015",
    .formula = "D(d-1)α + (p-1)/p m/(2D)(β + γ)",
    .formula_if = "2D ports",
    .reproducible = Reproducible::kOnAllRanks,
    .needs_commutative = true,
    .needs_coordinates = true,
    .among_neighbors = true,
    .run = run,
    .symmetry = [](const Problem& x) { return symmetric_by_coordinates(x, 1, x.p); },
    .rounds = [](const Problem& x) -> std::int64_t { return bucket_rounds(Torus(x.dims)); },
    .bytes_total = reduce_scatter_bytes,
    .bytes_max_rank = all_but_smallest,
    .time = [](const Problem& x) { return bucket_time(x, x.count, true); },
};

}  // namespace orrery::reduce_scatter_bucket
