// Combining neighbour all-to-all: blocks travel dimension by dimension, those of one direction as one message.
// Ref      J. L. Träff, S. Hunold, "Cartesian Collective Communication", ICPP 2019: message combining.
// Letters  p ranks, D dimensions, n_i the offset of neighbour i, Z number of non-zero coordinates of all offsets, r own
//          rank, m bytes of a block.
// Rounds   2D where each dimension has at least two ranks. In rounds 2k and 2k + 1 rank r sends on to its neighbours at
//          -1 and +1 in dimension k the blocks whose offset has such a step there.
// Sent     Z m by every rank with all its neighbours, in 2D messages; Z = 2D for a star and 2D 3^(D-1) for Moore's
//          neighborhood.
// Time     2Dα + Z m β where each dimension is a ring of at least two ranks.
#include "algorithms/phases/follow.h"
#include "algorithms/schedules/tori/cartesian.h"

namespace orrery::neighbor_alltoall_combining {

extern constinit const Algorithm neighbor_alltoall_combining =
    by_plan<neighbor_alltoall_combining>({
        .collective = "neighbor-alltoall",
        .name = "combining",
        .summary = "Blocks travel along one dimension of the grid after another, those of one "
                   "direction as one message.",
        .reference = "Träff and Hunold, Cartesian Collective Communication, ICPP 2019",
        .formula = "2Dα + Z mβ",
        .formula_if = "periodic, sides > 1",
        .plan =
            [](const Problem& x, int r) {
              return cartesian::combined(Neighbors(x), cartesian::Blocks::kOneForEach, r);
            },
    });

}  // namespace orrery::neighbor_alltoall_combining
