// Linear neighbour all-to-all: everything is posted at once, and the ports sort it out.
// Ref      folklore; the plainest way to do what MPI-4.0, Sec. 8.6, asks for.
// Letters  p ranks, N neighbours of each, n_i the offset of neighbour i, r own rank, m bytes of a block.
// Rounds   1. Rank r posts the receives from r - n_i and block i for r + n_i, i = 0 .. N-1, and waits for all of them.
// Sent     N m by every rank with all its neighbours; what it has for itself is copied.
// Time     N(α + m β) where each dimension is a ring of at least two ranks.
#include "algorithms/phases/follow.h"
#include "algorithms/schedules/tori/cartesian.h"

namespace orrery::neighbor_alltoall_linear {

extern constinit const Algorithm neighbor_alltoall_linear = by_plan<neighbor_alltoall_linear>({
    .collective = "neighbor-alltoall",
    .name = "linear",
    .summary = "Every rank posts its sends to all neighbours and its receives at once.",
    .reference = "folklore; MPI-4.0, Sec. 8.6",
    .formula = "N(α + mβ)",
    .formula_if = "periodic, sides > 1",
    .plan =
        [](const Problem& x, int r) {
          return cartesian::at_once(Neighbors(x), cartesian::Blocks::kOneForEach, r);
        },
});

}  // namespace orrery::neighbor_alltoall_linear
