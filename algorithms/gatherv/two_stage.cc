// Gather of blocks of any sizes by two regular gathers, of the large and of the small blocks, and one message (TWO_Gatherv).
// Rounds, bytes and time follow from the tree: phases/gather_tree.h.
#include "algorithms/phases/gather_tree.h"

namespace orrery::gatherv_two_stage {

extern const Algorithm gatherv_two_stage = gatherv_over<kTwoStageTree>();

}  // namespace orrery::gatherv_two_stage
