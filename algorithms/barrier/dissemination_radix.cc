// Dissemination barrier of radix k.
// Ref      folklore.
// Letters  p ranks, k radix.
// Rounds   ceil(log_k p). In round s rank r signals r + z k^s, z = 1 .. k-1, while z k^s < p.
// Sent     nothing: signals have no data.
// Time     K α on one port, K being the number of signals of a rank.
#include "algorithms/common/symmetry_hint.h"
#include "algorithms/phases/follow.h"
#include "algorithms/schedules/radix.h"

namespace orrery::barrier_dissemination_radix {

extern constinit const Algorithm barrier_dissemination_radix =
    by_plan<barrier_dissemination_radix>({
        .collective = "barrier",
        .name = "dissemination-radix",
        .summary = "Every rank signals k-1 others, at k times the distance in each round.",
        .reference = "folklore",
        .formula = "Kα",
        .radixed = true,
        .plan =
            [](const Problem& x, int r) {
              BlockPlan plan = radix::bruck_allgather(x.p, r, x.radix, false);
              plan.pieces = BlockPlan::kTokens;
              return plan;
            },
        .symmetry = [](const Problem& x) { return symmetric_by_number(x, 1, 1); },
    });

}  // namespace orrery::barrier_dissemination_radix
