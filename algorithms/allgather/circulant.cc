// Allgather on the circulant graph.
// Ref      J. L. Träff, "(Poly)Logarithmic Time Construction of Round-optimal n-Block Broadcast
//          Schedules for Broadcast and irregular Allgather in MPI" (2022/2023), Alg. 7.
// Letters  p ranks, q = ceil(log2 p), r own rank, m bytes contributed by each rank, s skip: 1, 2,
//          ..., ceil(p/2).
// Rounds   q. With blocks r .. r + s - 1 in hand, rank r sends as many of them as are still
//          missing to r - s and receives those that follow from r + s. Blocks lie at their final
//          place from the start, so nothing is rotated.
// Sent     (p-1) m by every rank.
// Time     q α + (p-1) m β.
#include "algorithms/phases/circulant.h"

#include "algorithms/common/symmetry_hint.h"

namespace orrery::allgather_circulant {

namespace {

void run(Comm& c, const Call& call) {
  circulant_allgather(c, CyclicBlocks(c, call), call.skips, 0);
}

std::int64_t rounds(const Problem& x) {
  return static_cast<std::int64_t>(skips_of(x).size());
}

}  // namespace

extern const Algorithm allgather_circulant{
    .collective = "allgather",
    .name = "circulant",
    .summary =
        "Blocks double on a circulant graph: ceil(log2 p) rounds for any p, and nothing to rotate.",
    .reference = "Träff, Round-optimal n-Block Broadcast Schedules (2023), Alg. 7",
    .formula = "ceil(log2 p)α + (p-1)mβ",
    .skipped = true,
    .run = run,
    .unsupported = bad_skips,
    .symmetry = [](const Problem& x) { return symmetric_by_number(x, 1, 1); },
    .words = [](const Problem& x, int round, int) { return circulant_words(x, round, false); },
    .rounds = rounds,
    .bytes_total = [](const Problem& x) { return std::int64_t{x.p} * (x.p - 1) * x.bytes(); },
    .bytes_max_rank = [](const Problem& x) { return (x.p - 1) * x.bytes(); },
    .time = [](const Problem& x) { return circulant_time(x, x.bytes(), false); },
};

}  // namespace orrery::allgather_circulant
