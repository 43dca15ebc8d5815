// Scatter of blocks of any sizes over the best tree of all: exact for few ranks, else a heuristic (algorithms/trees/non_ordered.h).
// Rounds, bytes and time follow from the tree: phases/gather_tree.h.
#include "algorithms/phases/gather_tree.h"

namespace orrery::scatterv_non_ordered {

extern const Algorithm scatterv_non_ordered =
    scatterv_over<trees::non_ordered_tree, trees::kMostCubic>(kNonOrderedWords);

}  // namespace orrery::scatterv_non_ordered
