// PAT reduce-scatter: shifted binomial trees, the longest hops last, and little room for blocks on their way.
// Ref      S. Jeaugey, "PAT: a new algorithm for all-gather and reduce-scatter operations at scale",
//          arXiv 2506.20252.
// Letters  p ranks, q = ceil(log2 p), m bytes, A aggregation (see pat.h), D = 2^q / A.
// Rounds   log2 A + D - 1 for A >= 2, p - 1 for A = 1; q for the largest A.
// Sent     all blocks but the rank's own.
// Time     q α + (p-1)/p m (β + γ) for the largest A; the rounds for q otherwise.
// Needs    a commutative operator.
#include "algorithms/schedules/pat.h"

#include "algorithms/common/symmetry_hint.h"
#include "algorithms/phases/follow.h"

namespace orrery::reduce_scatter_pat {

extern constinit const Algorithm reduce_scatter_pat = by_plan<reduce_scatter_pat>({
    .collective = "reduce-scatter",
    .name = "pat",
    .summary = "Every block travels a binomial tree of its own, the longest hop last; a limit on "
               "the blocks of a step trades rounds for room.",
    .reference = "Jeaugey, PAT, arXiv 2506.20252; as NCCL",
    .formula = "qα + (p-1)/p m(β + γ)",
    .reproducible = Reproducible::kOnAllRanks,
    .needs_commutative = true,
    .aggregating = true,
    .plan = [](const Problem& x,
               int r) { return pat::reduce_scatter(x.p, r, pat::aggregation(x.p, x.aggregation)); },
    .symmetry = [](const Problem& x) { return symmetric_by_number(x, 1, x.p); },
    .rounds = [](const Problem& x) -> std::int64_t {
      return pat::rounds(x.p, pat::aggregation(x.p, x.aggregation));
    },
    .bytes_total = [](const Problem& x) { return std::int64_t{x.p - 1} * x.bytes(); },
});

}  // namespace orrery::reduce_scatter_pat
