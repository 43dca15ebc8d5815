// Gather of blocks of any sizes over the best tree that takes nearest neighbours first, copies interleaved (algorithms/trees/fast_optimal.h).
// Rounds, bytes and time follow from the tree: phases/gather_tree.h.
#include "algorithms/phases/gather_tree.h"

namespace orrery::gatherv_optimal {

extern const Algorithm gatherv_optimal = gatherv_over<trees::optimal_tree, trees::kMostFast>({
    .name = "optimal",
    .summary = "Over the best tree whose ranks exchange with their nearest neighbours first, found "
               "in O(p^2).",
    .reference = "Träff, On Optimal Trees for Irregular Gather and Scatter Collectives, IEEE TPDS "
                 "30(9), 2019, Thm. 2; fast algorithm ours",
    .formula = "Eq. 1-2 on the tree: orrery tree prints it",
});

}  // namespace orrery::gatherv_optimal
