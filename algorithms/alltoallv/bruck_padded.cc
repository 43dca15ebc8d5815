// Padded Bruck, irregular all-to-all of radix k: all blocks are filled up to the size of the largest.
// Ref      K. Fan et al., "Optimizing the Bruck Algorithm for Non-uniform All-to-all Communication", HPDC 2022: padded
//          Bruck.
// Letters  p ranks, k radix, w = ceil(log_k p), K = number of moves z k^s < p with z = 1 .. k-1, D = sum of the non-zero
//          digits in 1 .. p-1, M bytes of the largest block, which every rank knows.
// Rounds   K on one port; w where messages go at once. In move (s, z) all blocks with digit z in place s move by z k^s.
// Sent     D M by every rank.
// Time     K α + D M β; the rank's own block is copied meanwhile.
#include "algorithms/phases/follow.h"
#include "algorithms/schedules/radix.h"

namespace orrery::alltoallv_bruck_padded {

extern constinit const Algorithm alltoallv_bruck_padded = by_plan<alltoallv_bruck_padded>({
    .collective = "alltoallv",
    .name = "bruck-padded",
    .summary = "Blocks travel to their destination digit by digit of the distance, each filled up "
               "to the size of the largest.",
    .reference = "Fan et al., HPDC 2022",
    .formula = "Kα + D Mβ",
    .radixed = true,
    .plan =
        [](const Problem& x, int r) {
          BlockPlan plan = radix::bruck_alltoall(x.p, r, x.radix, one_at_a_time(x));
          plan.padded = true;
          return plan;
        },
});

}  // namespace orrery::alltoallv_bruck_padded
