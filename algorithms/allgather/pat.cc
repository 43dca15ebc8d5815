// PAT allgather: shifted binomial trees, the longest hops first, and little room for blocks on their way.
// Ref      S. Jeaugey, "PAT: a new algorithm for all-gather and reduce-scatter operations at scale",
//          arXiv 2506.20252.
// Letters  p ranks, q = ceil(log2 p), m bytes contributed by each rank, A aggregation (see pat.h), D = 2^q / A.
// Rounds   log2 A + D - 1 for A >= 2, p - 1 for A = 1; q for the largest A.
// Sent     (p-1) m by every rank.
// Time     q α + (p-1) m β for the largest A; the rounds for q otherwise.
#include "algorithms/schedules/pat.h"

#include "algorithms/common/symmetry_hint.h"
#include "algorithms/phases/follow.h"

namespace orrery::allgather_pat {

extern constinit const Algorithm allgather_pat = by_plan<allgather_pat>({
    .collective = "allgather",
    .name = "pat",
    .summary = "Every block travels a binomial tree of its own, the longest hop first; a limit on "
               "the blocks of a step trades rounds for room.",
    .reference = "Jeaugey, PAT, arXiv 2506.20252; as NCCL",
    .formula = "qα + (p-1)mβ",
    .aggregating = true,
    .plan = [](const Problem& x,
               int r) { return pat::allgather(x.p, r, pat::aggregation(x.p, x.aggregation)); },
    .symmetry = [](const Problem& x) { return symmetric_by_number(x, 1, 1); },
    .rounds = [](const Problem& x) -> std::int64_t {
      return pat::rounds(x.p, pat::aggregation(x.p, x.aggregation));
    },
    .bytes_total = [](const Problem& x) { return std::int64_t{x.p} * (x.p - 1) * x.bytes(); },
});

}  // namespace orrery::allgather_pat
