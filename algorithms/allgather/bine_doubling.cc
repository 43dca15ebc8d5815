// Allgather with Bine partners, distances doubling: every message is one run of ranks, or two.
// Ref      D. De Sensi et al., "Bine Trees: Enhancing Collective Operations by Optimizing Communication
//          Locality", SC 2025.
// Letters  p ranks (even), q = ceil(log2 p), m bytes contributed by each rank.
// Rounds   q.
// Sent     (p-1) m by every rank.
// Time     q α + (p-1) m β.
#include "algorithms/common/arithmetic.h"
#include "algorithms/common/symmetry_hint.h"
#include "algorithms/phases/follow.h"
#include "algorithms/schedules/tori/bine.h"

namespace orrery::allgather_bine_doubling {

extern constinit const Algorithm allgather_bine_doubling = by_plan<allgather_bine_doubling>({
    .collective = "allgather",
    .name = "bine-doubling",
    .summary = "Runs of ranks on alternating sides are exchanged with near partners first; "
               "messages are contiguous.",
    .reference = "De Sensi et al., Bine Trees, SC 2025",
    .formula = "qα + (p-1)mβ",
    .formula_if = "p even",
    .needs_ranks = Ranks::kEven,
    .plan = [](const Problem& x, int r) { return bine::allgather_far(x.p, r); },
    .symmetry = [](const Problem& x) { return symmetric_by_number(x, 2, 1); },
    .rounds = [](const Problem& x) -> std::int64_t { return ceil_log2(x.p); },
    .bytes_total = [](const Problem& x) { return std::int64_t{x.p} * (x.p - 1) * x.bytes(); },
    .bytes_max_rank = [](const Problem& x) { return (x.p - 1) * x.bytes(); },
});

}  // namespace orrery::allgather_bine_doubling
