// Neighbour all-to-all by shifts: one offset after another.
// Ref      folklore; the direct algorithm that J. L. Träff and S. Hunold compare with in "Cartesian Collective
//          Communication", ICPP 2019.
// Letters  p ranks, N neighbours of each, n_i the offset of neighbour i, r own rank, m bytes of a block.
// Rounds   N where each dimension has at least two ranks. In round i rank r sends block i to r + n_i, and receives the
//          one for it from r - n_i.
// Sent     N m by every rank with all its neighbours; what it has for itself is copied.
// Time     N(α + m β) where each dimension is a ring of at least two ranks.
#include "algorithms/phases/follow.h"
#include "algorithms/schedules/tori/cartesian.h"

namespace orrery::neighbor_alltoall_shifts {

extern constinit const Algorithm neighbor_alltoall_shifts = by_plan<neighbor_alltoall_shifts>({
    .collective = "neighbor-alltoall",
    .name = "shifts",
    .summary =
        "Every rank sends to one neighbour after another, and receives from the opposite one.",
    .reference = "folklore; see Träff and Hunold, Cartesian Collective Communication, ICPP 2019",
    .formula = "N(α + mβ)",
    .formula_if = "periodic, sides > 1",
    .plan =
        [](const Problem& x, int r) {
          return cartesian::in_turn(Neighbors(x), cartesian::Blocks::kOneForEach, r);
        },
});

}  // namespace orrery::neighbor_alltoall_shifts
