// Gather of blocks of any sizes over the best tree of ranges of ranks, taken in any order: exact for few ranks, else close (algorithms/trees/ordered.h).
// Rounds, bytes and time follow from the tree: phases/gather_tree.h.
#include "algorithms/phases/gather_tree.h"

namespace orrery::gatherv_weakly_ordered {

extern const Algorithm gatherv_weakly_ordered =
    gatherv_over<trees::weakly_ordered_tree, trees::kMostCubic>({
        .name = "weakly-ordered",
        .summary =
            "Over the best weakly ordered tree for few ranks, over a heuristic one for many.",
        .reference =
            "Träff, On Optimal Trees for Irregular Gather and Scatter Collectives, IEEE TPDS "
            "30(9), 2019, Def. 3",
        .formula = "Eq. 1-2 on the tree: orrery tree prints it",
    });

}  // namespace orrery::gatherv_weakly_ordered
