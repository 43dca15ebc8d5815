// Sparbit: allgather by stripe parallel binomial trees.
// Ref      W. J. Loch, G. P. Koslovski, "Sparbit: a new logarithmic-cost and data locality-aware MPI
//          Allgather algorithm", 2021, DOI 10.48550/arXiv.2109.08751, Alg. 1.
// Letters  p ranks, q = ceil(log2 p), m bytes contributed by each rank.
// Rounds   q at distances 2^(q-1), ..., 2, 1; in each the blocks of sparbit::steps, every one as a
//          message of its own to its final place, all in flight at once. Nothing is rotated.
// Sent     (p-1) m by every rank.
// Time     q α + (p-1) m β when all messages of a round start together (unlimited ports). With one
//          port they start one after the other: (p-1)(α + m β).
#include "algorithms/phases/sparbit.h"

#include "algorithms/common/arithmetic.h"
#include "algorithms/common/symmetry_hint.h"

namespace orrery::allgather_sparbit {

namespace {

void run(Comm& c, const Call& call) {
  sparbit_allgather(c, CyclicBlocks(c, call), SparbitMessages::kSeparate);
}

}  // namespace

extern const Algorithm allgather_sparbit{
    .collective = "allgather",
    .name = "sparbit",
    .summary =
        "Distances halve while data double: the largest messages go to the nearest ranks. Each "
        "block is a message.",
    .reference = "Loch and Koslovski, Sparbit (2021), Alg. 1",
    .formula = "(p-1)(α + mβ)",
    .run = run,
    .symmetry = [](const Problem& x) { return symmetric_by_number(x, 1, 1); },
    .words = [](const Problem& x, int round, int) { return sparbit_words(x, round); },
    .rounds = [](const Problem& x) -> std::int64_t { return ceil_log2(x.p); },
    .bytes_total = [](const Problem& x) { return std::int64_t{x.p} * (x.p - 1) * x.bytes(); },
    .bytes_max_rank = [](const Problem& x) { return (x.p - 1) * x.bytes(); },
    .time = [](const Problem& x) { return (x.p - 1) * x.cost.message(x.bytes()); },
};

}  // namespace orrery::allgather_sparbit
