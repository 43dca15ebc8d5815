// Gather of blocks of any sizes over the best tree in which every rank takes its subtrees in rank order.
// Rounds, bytes and time follow from the tree: phases/gather_tree.h.
#include "algorithms/phases/gather_tree.h"

namespace orrery::gatherv_ordered {

extern const Algorithm gatherv_ordered = gatherv_over<trees::ordered_tree, trees::kMostCubic>({
    .name = "ordered",
    .summary = "Over the best strongly ordered tree, found in O(p^3).",
    .reference = "Träff, On Optimal Trees for Irregular Gather and Scatter Collectives, IEEE TPDS "
                 "30(9), 2019, Def. 3",
    .formula = "Eq. 1-2 on the tree: orrery tree prints it",
});

}  // namespace orrery::gatherv_ordered
