// Neighbour allgather by shifts: one offset after another.
// Ref      folklore; the direct algorithm that J. L. Träff and S. Hunold compare with in "Cartesian Collective
//          Communication", ICPP 2019.
// Letters  p ranks, N neighbours of each, n_i the offset of neighbour i, r own rank, m bytes of a block.
// Rounds   N where each dimension has at least two ranks. In round i rank r sends its block to r + n_i, and receives
//          that of r - n_i.
// Sent     N m by every rank with all its neighbours; what it has for itself is copied.
// Time     N(α + m β) where each dimension is a ring of at least two ranks.
#include "algorithms/phases/follow.h"
#include "algorithms/schedules/tori/cartesian.h"

namespace orrery::neighbor_allgather_shifts {

extern constinit const Algorithm neighbor_allgather_shifts = by_plan<neighbor_allgather_shifts>({
    .collective = "neighbor-allgather",
    .name = "shifts",
    .summary =
        "Every rank sends to one neighbour after another, and receives from the opposite one.",
    .reference = "folklore; see Träff and Hunold, Cartesian Collective Communication, ICPP 2019",
    .formula = "N(α + mβ)",
    .formula_if = "periodic, sides > 1",
    .plan =
        [](const Problem& x, int r) {
          return cartesian::in_turn(Neighbors(x), cartesian::Blocks::kSameForAll, r);
        },
});

}  // namespace orrery::neighbor_allgather_shifts
