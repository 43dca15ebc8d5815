// Combining neighbour allgather: what has come along one dimension goes on along the next, as one message each way.
// Ref      J. L. Träff, S. Hunold, "Cartesian Collective Communication", ICPP 2019: message combining.
// Letters  p ranks, D dimensions, N neighbours of each, r own rank, m bytes of a block.
// Rounds   2D where each dimension has at least two ranks. In rounds 2k and 2k + 1 rank r sends to its neighbours at -1
//          and +1 in dimension k what it has from dimensions below k and they need: of a star its own block, of Moore's
//          neighborhood all 3^k.
// Sent     N m by every rank with all its neighbours, in 2D messages.
// Time     2Dα + N m β where each dimension is a ring of at least two ranks.
#include "algorithms/phases/follow.h"
#include "algorithms/schedules/tori/cartesian.h"

namespace orrery::neighbor_allgather_combining {

extern constinit const Algorithm neighbor_allgather_combining =
    by_plan<neighbor_allgather_combining>({
        .collective = "neighbor-allgather",
        .name = "combining",
        .summary = "Blocks received along one dimension of the grid go on along the next, in one "
                   "message for each direction.",
        .reference = "Träff and Hunold, Cartesian Collective Communication, ICPP 2019",
        .formula = "2Dα + N mβ",
        .formula_if = "periodic, sides > 1",
        .plan =
            [](const Problem& x, int r) {
              return cartesian::combined(Neighbors(x), cartesian::Blocks::kSameForAll, r);
            },
    });

}  // namespace orrery::neighbor_allgather_combining
