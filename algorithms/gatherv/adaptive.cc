// Gather of blocks of any sizes over the same pairs, but the part that is ready earlier sends.
// Rounds, bytes and time follow from the tree: phases/gather_tree.h.
#include "algorithms/phases/gather_tree.h"

namespace orrery::gatherv_adaptive {

extern const Algorithm gatherv_adaptive =
    gatherv_over<trees::adaptive_tree, trees::kMostLinear>(kAdaptiveWords);

}  // namespace orrery::gatherv_adaptive
