// Bucket allreduce: along every dimension in turn a ring reduce-scatter, then ring allgathers
// backwards; one such collective for each port.
// Ref      P. Sack, W. Gropp, "Collective algorithms for multiported torus networks", ACM TOPC
//          1(2), 2015; De Sensi et al., "Swing", NSDI 2024, Sec. 2.3.4 and 5.2.
// Letters  D dimensions of d_i nodes, p ranks, m bytes.
// Parts    2D collectives at once, each on m/(2D): D turn forwards, the c-th starting in dimension
//          c, and D backwards. No two of them ever use the same link in the same direction.
// Rounds   2D (max d_i - 1): all collectives go on to their next dimension together, so that a short
//          one waits for a long one.
// Sent     2 (p-1)/p m by every rank when 2Dp divides m.
// Time     Σ over rounds of α and the longest block of the round with one port for each part:
//          2D (d-1) α + (p-1)/p m/D β when all sides are d.
// Needs    coordinates and a commutative operator.
#include "algorithms/phases/tori/bucket.h"

#include "algorithms/common/symmetry_hint.h"
#include "algorithms/phases/tori/torus_halves.h"

namespace orrery::allreduce_bucket {

namespace {

VectorBlocks part(Slice v, int lane, int lanes, int p) {
  return {v.block(lane, lanes), p};
}

void run(Comm& c, const Call& call) {
  const Torus torus(call.problem.dims);
  const std::vector<Bucket> buckets = all_buckets(torus);
  const auto n = static_cast<int>(buckets.size());
  const auto blocks = [&](int lane) { return part(call.v, lane, n, c.size()); };
  bucket_reduce_scatter(c, torus, buckets, 0, blocks);
  bucket_allgather(c, torus, buckets, bucket_rounds(torus), blocks);
}

Bytes bytes_max_rank(const Problem& x) {
  const Torus torus(x.dims);
  return busiest_rank(x, torus, [&](const Bucket& bucket, int r, int lane, int lanes) {
    const VectorBlocks B = part(Slice(0, 1, 0, x.count), lane, lanes, x.p);
    return bucket_sends(bucket, B, r, false) + bucket_sends(bucket, B, r, true);
  });
}

}  // namespace

extern const Algorithm allreduce_bucket{
    .collective = "allreduce",
    .name = "bucket",
    .summary =
        "Rings along one dimension after the other, each on less data, through all ports of a "
        "torus: neighbours only, many rounds.",
    .reference = "Sack and Gropp, ACM TOPC 1(2), 2015",
    .formula = "2D(d-1)α + (p-1)/p m/D β",
    .formula_if = "2D ports, γ = 0",
    .reproducible = Reproducible::kOnAllRanks,
    .needs_commutative = true,
    .needs_coordinates = true,
    .among_neighbors = true,
    .run = run,
    .symmetry = [](const Problem& x) { return symmetric_by_coordinates(x, 1, torus_parts(x)); },
    .rounds = [](const Problem& x) -> std::int64_t { return 2 * bucket_rounds(Torus(x.dims)); },
    .bytes_total = [](const Problem& x) { return 2 * reduce_scatter_bytes(x); },
    .bytes_max_rank = bytes_max_rank,
    .time =
        [](const Problem& x) {
          return bucket_time(x, x.count, true) + bucket_time(x, x.count, false);
        },
};

}  // namespace orrery::allreduce_bucket
