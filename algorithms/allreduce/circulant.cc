// Allreduce on the circulant graph: reduce-scatter, then the same rounds backwards as allgather.
// Ref      J. L. Träff, "Optimal, Non-pipelined Reduce-scatter and Allreduce Algorithms" (2024,
//          rev. 2025), Alg. 2 and Thm. 2.
// Letters  p ranks, q rounds (ceil(log2 p) with halving skips), m bytes of the whole vector.
// Rounds   2 q.
// Sent     2(p-1) blocks by every rank.
// Time     2 q α + 2 (p-1)/p m β + (p-1)/p m γ when p divides m.
// Needs    a commutative operator, or linear skips (see reduce-scatter).
#include "algorithms/phases/circulant.h"

#include <algorithm>

#include "algorithms/common/symmetry_hint.h"

namespace orrery::allreduce_circulant {

namespace {

void run(Comm& c, const Call& call) {
  const CyclicBlocks B(c, call);
  reduce_scatter_with_skips(c, call, 0);
  circulant_allgather(c, B, call.skips, static_cast<int>(call.skips.size()));
}

/// Finds the busiest rank among all: blocks differ by one element at most.
Bytes sent_by_busiest(const Problem& x) {
  const Partition partition = x.partition(x.count);
  Bytes most;
  for (int r = 0; r < x.p; ++r)
    most = std::max(
        most, circulant_bytes(x, partition, r, false) + circulant_bytes(x, partition, r, true));
  return most;
}

}  // namespace

extern const Algorithm allreduce_circulant{
    .collective = "allreduce",
    .name = "circulant",
    .summary =
        "Reduce-scatter and allgather on a circulant graph: 2 ceil(log2 p) rounds and the least "
        "volume for any p.",
    .reference =
        "Träff, Optimal, Non-pipelined Reduce-scatter and Allreduce Algorithms (2025), Alg. 2",
    .formula = "2 ceil(log2 p)α + 2(p-1)/p mβ + (p-1)/p mγ",
    .reproducible = Reproducible::kOnAllRanks,
    .skipped = true,
    .run = run,
    .unsupported = bad_reduction_skips,
    .symmetry = [](const Problem& x) { return symmetric_by_number(x, 1, x.p); },
    .words =
        [](const Problem& x, int round, int) {
          const int q = static_cast<int>(skips_of(x).size());
          return circulant_words(x, round % q, round < q);
        },
    .rounds = [](const Problem& x) { return 2 * static_cast<std::int64_t>(skips_of(x).size()); },
    .bytes_total = [](const Problem& x) { return 2 * (std::int64_t{x.p} - 1) * x.bytes(); },
    .bytes_max_rank = sent_by_busiest,
    .time =
        [](const Problem& x) {
          const Bytes block = x.elements(x.partition(x.count).largest());
          return circulant_time(x, block, true) + circulant_time(x, block, false);
        },
};

}  // namespace orrery::allreduce_circulant
