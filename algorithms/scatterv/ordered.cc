// Scatter of blocks of any sizes over the best tree in which every rank takes its subtrees in rank order.
// Rounds, bytes and time follow from the tree: phases/gather_tree.h.
#include "algorithms/phases/gather_tree.h"

namespace orrery::scatterv_ordered {

extern const Algorithm scatterv_ordered =
    scatterv_over<trees::ordered_tree, trees::kMostCubic>(kOrderedWords);

}  // namespace orrery::scatterv_ordered
