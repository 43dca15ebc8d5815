// Bucket allgather: ring allgathers along one dimension after the other, through all ports.
// Ref      P. Sack, W. Gropp, "Collective algorithms for multiported torus networks", ACM TOPC
//          1(2), 2015; De Sensi et al., "Swing", NSDI 2024, Sec. 2.3.4.
// Rounds   D (max d_i - 1).
// Sent     (p-1) m by every rank, m bytes being the contribution of one.
// Needs    coordinates.
#include "algorithms/phases/tori/bucket.h"

#include "algorithms/common/symmetry_hint.h"
#include "algorithms/phases/tori/torus_halves.h"

namespace orrery::allgather_bucket {

namespace {

void run(Comm& c, const Call& call) {
  const Torus torus(call.problem.dims);
  const std::vector<Bucket> buckets = all_buckets(torus);
  bucket_allgather(c, torus, buckets, 0,
                   [&](int lane) { return bucket_blocks(call, buckets, lane); });
}

}  // namespace

extern const Algorithm allgather_bucket{
    .collective = "allgather",
    .name = "bucket",
    .summary = "Ring allgathers along one dimension after the other, through all ports.",
    .reference = "Sack and Gropp, ACM TOPC 1(2), 2015",
    .formula = "D(d-1)α + (p-1)m/(2D) β",
    .formula_if = "2D ports",
    .needs_coordinates = true,
    .among_neighbors = true,
    .run = run,
    .symmetry = [](const Problem& x) { return symmetric_by_coordinates(x, 1, 1); },
    .rounds = [](const Problem& x) -> std::int64_t { return bucket_rounds(Torus(x.dims)); },
    .bytes_total = allgather_bytes,
    .bytes_max_rank = [](const Problem& x) { return (std::int64_t{x.p} - 1) * x.bytes(); },
    .time = [](const Problem& x) { return bucket_time(x, x.count * x.p, false); },
};

}  // namespace orrery::allgather_bucket
