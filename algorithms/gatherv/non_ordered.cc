// Gather of blocks of any sizes over the best tree of all: exact for few ranks, else a heuristic (algorithms/trees/non_ordered.h).
// Rounds, bytes and time follow from the tree: phases/gather_tree.h.
#include "algorithms/phases/gather_tree.h"

namespace orrery::gatherv_non_ordered {

extern const Algorithm gatherv_non_ordered =
    gatherv_over<trees::non_ordered_tree, trees::kMostCubic>(kNonOrderedWords);

}  // namespace orrery::gatherv_non_ordered
