// Scatter of blocks of any sizes over the same pairs, but the part that is ready earlier sends.
// Rounds, bytes and time follow from the tree: phases/gather_tree.h.
#include "algorithms/phases/gather_tree.h"

namespace orrery::scatterv_adaptive {

extern const Algorithm scatterv_adaptive =
    scatterv_over<trees::adaptive_tree, trees::kMostLinear>(kAdaptiveWords);

}  // namespace orrery::scatterv_adaptive
