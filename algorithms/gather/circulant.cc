// Gather on the circulant graph.
// Ref      J. L. Träff, "Optimal, Non-pipelined Reduce-scatter and Allreduce Algorithms" (2024,
//          rev. 2025), Alg. 1 specialised to one root.
// Letters  p ranks, q rounds (ceil(log2 p) with halving skips), m bytes contributed by each rank.
// Rounds   q (see circulant_gather).
// Sent     the blocks of the rank's own subtree, once.
// Time     at most q α + (p-1) m β; computed exactly along the tree.
#include "algorithms/phases/circulant_tree.h"

namespace orrery::gather_circulant {

extern const Algorithm gather_circulant{
    .collective = "gather",
    .name = "circulant",
    .summary =
        "Blocks meet on their way to the root over a circulant graph, in ceil(log2 p) rounds for "
        "any p.",
    .reference = "Träff, Optimal, Non-pipelined Reduce-scatter and Allreduce Algorithms (2025)",
    .formula = "ceil(log2 p)α + (p-1)mβ",
    .skipped = true,
    .run = circulant_gather,
    .unsupported = bad_skips,
    .words = [](const Problem& x, int round,
                int) { return RoundWords{circulant_words(x, round, true).letters}; },
    .rounds = [](const Problem& x) { return static_cast<std::int64_t>(skips_of(x).size()); },
    .bytes_total = [](const Problem& x) { return CirculantTreeBlocks(x).total * x.bytes(); },
    .bytes_max_rank =
        [](const Problem& x) { return CirculantTreeBlocks(x).largest_subtree * x.bytes(); },
    .time = [](const Problem& x) { return circulant_tree_time(x, x.bytes()); },
};

}  // namespace orrery::gather_circulant
