// Segmented ring allreduce: the blocks are summed segment by segment.
// Ref      Open MPI, coll_base_allreduce.c.
// Letters  p ranks, n segments of each of the p blocks, m bytes.
// Rounds   (n + 1)(p - 1): n ring reduce-scatters, one ring allgather.
// Sent     2 (p-1)/p m by every rank when p n divides m.
// Time     (n + 1)(p - 1) α + 2 (p-1)/p m β + (p-1)/p m γ.
// Needs    a commutative operator.
#include "algorithms/common/symmetry_hint.h"
#include "algorithms/phases/follow.h"
#include "algorithms/schedules/pipelines.h"

namespace orrery::allreduce_segmented_ring {

namespace {

std::int64_t rounds(const Problem& x, int n) {
  return (std::int64_t{n} + 1) * (x.p - 1);
}

int best(const Problem&) {
  return 1;
}

}  // namespace

extern constinit const Algorithm allreduce_segmented_ring = by_plan<allreduce_segmented_ring>({
    .collective = "allreduce",
    .name = "segmented-ring",
    .summary = "As ring, but the sums of the i-th segments of all blocks travel round the ring "
               "before those of the next.",
    .reference = "Open MPI, segmented ring",
    .formula = "(n+1)(p-1)α + 2(p-1)/p mβ + (p-1)/p mγ",
    .reproducible = Reproducible::kOnAllRanks,
    .needs_commutative = true,
    .pipelined = true,
    .plan = [](const Problem& x, int r) { return segmented_ring_allreduce(x.p, r, x.blocks); },
    .symmetry = [](const Problem& x) { return symmetric_by_number(x, 1, x.p * x.blocks); },
    .best_blocks = best,
    .rounds = [](const Problem& x) { return rounds(x, pipeline_blocks(x, best)); },
    .bytes_total = [](const Problem& x) { return 2 * std::int64_t{x.p - 1} * x.bytes(); },
});

}  // namespace orrery::allreduce_segmented_ring
