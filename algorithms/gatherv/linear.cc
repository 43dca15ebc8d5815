// Gather of blocks of any sizes over a star: the root deals with all others in rank order, its own copy at its place.
// Rounds, bytes and time follow from the tree: phases/gather_tree.h.
#include "algorithms/phases/gather_tree.h"

namespace orrery::gatherv_linear {

extern const Algorithm gatherv_linear = gatherv_over<kLinearTree>();

}  // namespace orrery::gatherv_linear
