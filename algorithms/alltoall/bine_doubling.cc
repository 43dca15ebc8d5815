// All-to-all with Bine partners, distances doubling.
// Ref      D. De Sensi et al., "Bine Trees: Enhancing Collective Operations by Optimizing Communication
//          Locality", SC 2025.
// Letters  p ranks, a power of two, q = log2 p, m bytes for each peer.
// Rounds   q.
// Sent     q p/2 m by every rank.
// Time     q (α + p/2 m β), and m γ for the rank's own block while the first message is under way.
#include "algorithms/common/arithmetic.h"
#include "algorithms/common/symmetry_hint.h"
#include "algorithms/phases/follow.h"
#include "algorithms/schedules/tori/bine.h"

namespace orrery::alltoall_bine_doubling {

extern constinit const Algorithm alltoall_bine_doubling = by_plan<alltoall_bine_doubling>({
    .collective = "alltoall",
    .name = "bine-doubling",
    .summary = "Blocks travel to their destination over partners on alternating sides, half of all "
               "in each message.",
    .reference = "De Sensi et al., Bine Trees, SC 2025",
    .formula = "q(α + p/2 mβ)",
    .formula_if = "p = 2^q",
    .needs_ranks = Ranks::kPowersOfTwo,
    .plan = [](const Problem& x, int r) { return bine::alltoall(x.p, r); },
    .symmetry = [](const Problem& x) { return symmetric_by_number(x, 2, 1); },
    .rounds = [](const Problem& x) -> std::int64_t { return ceil_log2(x.p); },
    .bytes_total =
        [](const Problem& x) { return std::int64_t{x.p} * x.p / 2 * ceil_log2(x.p) * x.bytes(); },
});

}  // namespace orrery::alltoall_bine_doubling
