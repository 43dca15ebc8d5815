// Scatter of blocks of any sizes by two regular scatters, of the large and of the small blocks, and one message (TWO_Scatterv).
// Rounds, bytes and time follow from the tree: phases/gather_tree.h.
#include "algorithms/phases/gather_tree.h"

namespace orrery::scatterv_two_stage {

extern const Algorithm scatterv_two_stage = scatterv_over<kTwoStageTree>();

}  // namespace orrery::scatterv_two_stage
