// Radix-k Bruck allgather.
// Ref      J. Bruck et al., "Efficient Algorithms for All-to-All Communications in Multiport Message-Passing Systems",
//          IEEE TPDS 8(11), 1997, Sec. 3 and 4.
// Letters  p ranks, k radix, w = ceil(log_k p), K = number of moves z k^s < p with z = 1 .. k-1, m bytes contributed by each rank.
// Rounds   K on one port; w where messages go at once.
// Sent     (p-1) m by every rank.
// Time     K α + (p-1) m β.
#include "algorithms/common/symmetry_hint.h"
#include "algorithms/phases/follow.h"
#include "algorithms/schedules/radix.h"

namespace orrery::allgather_bruck_radix {

extern constinit const Algorithm allgather_bruck_radix = by_plan<allgather_bruck_radix>({
    .collective = "allgather",
    .name = "bruck-radix",
    .summary = "Ranks hand on all they hold to k-1 others, at k times the distance in each step.",
    .reference = "Bruck et al., IEEE TPDS 8(11), 1997",
    .formula = "Kα + (p-1)mβ",
    .radixed = true,
    .plan = [](const Problem& x,
               int r) { return radix::bruck_allgather(x.p, r, x.radix, one_at_a_time(x)); },
    .symmetry = [](const Problem& x) { return symmetric_by_number(x, 1, 1); },
    .bytes_total = [](const Problem& x) { return std::int64_t{x.p} * (x.p - 1) * x.bytes(); },
});

}  // namespace orrery::allgather_bruck_radix
