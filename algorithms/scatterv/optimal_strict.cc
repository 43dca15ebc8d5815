// Scatter of blocks of any sizes over the best tree that takes nearest neighbours first and whose last rank copies last.
// Rounds, bytes and time follow from the tree: phases/gather_tree.h.
#include "algorithms/phases/gather_tree.h"

namespace orrery::scatterv_optimal_strict {

extern const Algorithm scatterv_optimal_strict =
    scatterv_over<trees::optimal_strict_tree, trees::kMostCubic>({
        .name = "optimal-strict",
        .summary = "Over the best tree with nearest neighbours first and last ranks that copy "
                   "last, found in O(p^3).",
        .reference = "Träff, On Optimal Trees for Irregular Gather and Scatter Collectives, IEEE "
                     "TPDS 30(9), 2019, Fig. 4-5, Thm. 2",
        .formula = "Eq. 1-2 on the tree: orrery tree prints it",
    });

}  // namespace orrery::scatterv_optimal_strict
