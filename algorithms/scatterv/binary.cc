// Scatter of blocks of any sizes over the best ordered tree in which no rank has more than two children.
// Rounds, bytes and time follow from the tree: phases/gather_tree.h.
#include "algorithms/phases/gather_tree.h"

namespace orrery::scatterv_binary {

extern const Algorithm scatterv_binary =
    scatterv_over<trees::binary_tree, trees::kMostCubic>(kBinaryWords);

}  // namespace orrery::scatterv_binary
