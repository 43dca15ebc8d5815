// Scatter of blocks of any sizes over the binomial tree that pairs ranges of 1, 2, 4, ... ranks, whatever their sizes.
// Rounds, bytes and time follow from the tree: phases/gather_tree.h.
#include "algorithms/phases/gather_tree.h"

namespace orrery::scatterv_oblivious {

extern const Algorithm scatterv_oblivious = scatterv_over<kObliviousTree>();

}  // namespace orrery::scatterv_oblivious
