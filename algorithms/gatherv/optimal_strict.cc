// Gather of blocks of any sizes over the best tree that takes nearest neighbours first and whose last rank copies last.
// Rounds, bytes and time follow from the tree: phases/gather_tree.h.
#include "algorithms/phases/gather_tree.h"

namespace orrery::gatherv_optimal_strict {

extern const Algorithm gatherv_optimal_strict =
    gatherv_over<trees::optimal_strict_tree, trees::kMostCubic>(kOptimalStrictWords);

}  // namespace orrery::gatherv_optimal_strict
