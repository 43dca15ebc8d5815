// Gather of blocks of any sizes over the best tree that takes nearest neighbours first, copies interleaved (algorithms/trees/fast_optimal.h).
// Rounds, bytes and time follow from the tree: phases/gather_tree.h.
#include "algorithms/phases/gather_tree.h"

namespace orrery::gatherv_optimal {

extern const Algorithm gatherv_optimal =
    gatherv_over<trees::optimal_tree, trees::kMostFast>(kOptimalWords);

}  // namespace orrery::gatherv_optimal
