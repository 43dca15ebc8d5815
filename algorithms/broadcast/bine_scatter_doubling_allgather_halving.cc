// Broadcast in two Bine phases: scatter with distances doubling, allgather with distances halving.
// Ref      D. De Sensi et al., "Bine Trees: Enhancing Collective Operations by Optimizing Communication
//          Locality", SC 2025.
// Letters  p ranks, a power of two, q = log2 p, m bytes.
// Rounds   2q.
// Sent     (p-1) m in all, 2 (p-1)/p m by the root.
// Time     2q α + 2 (p-1)/p m β.
#include "algorithms/common/arithmetic.h"
#include "algorithms/phases/follow.h"
#include "algorithms/schedules/tori/bine.h"

namespace orrery::broadcast_bine_scatter_doubling_allgather_halving {

extern constinit const Algorithm broadcast_bine_scatter_doubling_allgather_halving =
    by_plan<broadcast_bine_scatter_doubling_allgather_halving>({
        .collective = "broadcast",
        .name = "bine-scatter-doubling-allgather-halving",
        .summary = "Pieces go down a Bine tree and are put together again; no piece goes back to a "
                   "rank that has it.",
        .reference = "De Sensi et al., Bine Trees, SC 2025",
        .formula = "2qα + 2(p-1)/p mβ",
        .formula_if = "p = 2^q",
        .needs_ranks = Ranks::kPowersOfTwo,
        .plan = [](const Problem& x,
                   int r) { return bine::broadcast(x.p, x.root, r, bine::Distances::kDoubling); },
        .rounds = [](const Problem& x) -> std::int64_t { return std::int64_t{2} * ceil_log2(x.p); },
    });

}  // namespace orrery::broadcast_bine_scatter_doubling_allgather_halving
