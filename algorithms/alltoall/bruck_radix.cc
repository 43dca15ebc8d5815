// Radix-k Bruck all-to-all.
// Ref      J. Bruck et al., "Efficient Algorithms for All-to-All Communications in Multiport Message-Passing Systems",
//          IEEE TPDS 8(11), 1997, Sec. 3 and 4.
// Letters  p ranks, k radix, w = ceil(log_k p), K = number of moves z k^s < p with z = 1 .. k-1, m bytes for each peer, D = sum of the non-zero digits in 1 .. p-1.
// Rounds   K on one port; w where messages go at once. In step (s, z) all blocks with digit z in place s move by z k^s.
// Sent     D m by every rank.
// Time     K α + D m β; the rank's own block is copied while the first message is under way.
#include "algorithms/common/symmetry_hint.h"
#include "algorithms/phases/follow.h"
#include "algorithms/schedules/radix.h"

namespace orrery::alltoall_bruck_radix {

extern constinit const Algorithm alltoall_bruck_radix = by_plan<alltoall_bruck_radix>({
    .collective = "alltoall",
    .name = "bruck-radix",
    .summary =
        "Blocks travel to their destination digit by digit of the distance, many in one message.",
    .reference = "Bruck et al., IEEE TPDS 8(11), 1997",
    .formula = "Kα + D mβ",
    .radixed = true,
    .plan = [](const Problem& x,
               int r) { return radix::bruck_alltoall(x.p, r, x.radix, one_at_a_time(x)); },
    .symmetry = [](const Problem& x) { return symmetric_by_number(x, 1, 1); },
});

}  // namespace orrery::alltoall_bruck_radix
