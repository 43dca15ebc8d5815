// Scatter of blocks of any sizes over the best tree of ranges of ranks, taken in any order: exact for few ranks, else close (algorithms/trees/ordered.h).
// Rounds, bytes and time follow from the tree: phases/gather_tree.h.
#include "algorithms/phases/gather_tree.h"

namespace orrery::scatterv_weakly_ordered {

extern const Algorithm scatterv_weakly_ordered =
    scatterv_over<trees::weakly_ordered_tree, trees::kMostCubic>(kWeaklyOrderedWords);

}  // namespace orrery::scatterv_weakly_ordered
