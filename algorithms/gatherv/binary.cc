// Gather of blocks of any sizes over the best ordered tree in which no rank has more than two children.
// Rounds, bytes and time follow from the tree: phases/gather_tree.h.
#include "algorithms/phases/gather_tree.h"

namespace orrery::gatherv_binary {

extern const Algorithm gatherv_binary = gatherv_over<trees::binary_tree, trees::kMostCubic>({
    .name = "binary",
    .summary = "Over the best ordered tree with at most two children, found in O(p^3).",
    .reference = "Träff, On Optimal Trees for Irregular Gather and Scatter Collectives, IEEE TPDS "
                 "30(9), 2019, Fig. 7, Thm. 3",
    .formula = "Eq. 1-2 on the tree: orrery tree prints it",
});

}  // namespace orrery::gatherv_binary
