// Scatter of blocks of any sizes over the best tree of all: exact for few ranks, else a heuristic (algorithms/trees/non_ordered.h).
// Rounds, bytes and time follow from the tree: phases/gather_tree.h.
#include "algorithms/phases/gather_tree.h"

namespace orrery::scatterv_non_ordered {

extern const Algorithm scatterv_non_ordered =
    scatterv_over<trees::non_ordered_tree, trees::kMostCubic>({
        .name = "non-ordered",
        .summary = "Over the best tree of all for few ranks, over a heuristic one for many.",
        .reference =
            "Träff, On Optimal Trees for Irregular Gather and Scatter Collectives, IEEE TPDS "
            "30(9), 2019, Prop. 2",
        .formula = "Eq. 1-2 on the tree: orrery tree prints it",
    });

}  // namespace orrery::scatterv_non_ordered
