// Sparbit with one message in each step.
// Ref      W. J. Loch, G. P. Koslovski, "Sparbit: a new logarithmic-cost and data locality-aware MPI
//          Allgather algorithm", 2021, DOI 10.48550/arXiv.2109.08751, Alg. 1; the blocks of a step
//          as one message with a list of blocks, which is our variant.
// Letters  p ranks, q = ceil(log2 p), m bytes contributed by each rank.
// Rounds   q at distances 2^(q-1), ..., 2, 1.
// Sent     (p-1) m by every rank.
// Time     q α + (p-1) m β.
#include "algorithms/common/arithmetic.h"
#include "algorithms/common/symmetry_hint.h"
#include "algorithms/phases/sparbit.h"
#include "algorithms/schedules/sparbit.h"

namespace orrery::allgather_sparbit_joined {

namespace {

void run(Comm& c, const Call& call) {
  sparbit_allgather(c, CyclicBlocks(c, call), SparbitMessages::kJoined);
}

Time time(const Problem& x) {
  Time sum{0};
  for (const sparbit::SparbitStep& step : sparbit::steps(x.p))
    sum += x.cost.message(step.blocks * x.bytes());
  return sum;
}

}  // namespace

extern const Algorithm allgather_sparbit_joined{
    .collective = "allgather",
    .name = "sparbit-joined",
    .summary =
        "Distances halve while data double: the largest messages go to the nearest ranks. One "
        "message a step.",
    .reference = "Loch and Koslovski, Sparbit (2021), Alg. 1, with joined messages",
    .formula = "ceil(log2 p)α + (p-1)mβ",
    .run = run,
    .symmetry = [](const Problem& x) { return symmetric_by_number(x, 1, 1); },
    .words = [](const Problem& x, int round, int) { return sparbit_words(x, round); },
    .rounds = [](const Problem& x) -> std::int64_t { return ceil_log2(x.p); },
    .bytes_total = [](const Problem& x) { return std::int64_t{x.p} * (x.p - 1) * x.bytes(); },
    .bytes_max_rank = [](const Problem& x) { return (x.p - 1) * x.bytes(); },
    .time = time,
};

}  // namespace orrery::allgather_sparbit_joined
