// Scatter of blocks of any sizes over the same pairs, but the part that is ready earlier sends.
// Rounds, bytes and time follow from the tree: phases/gather_tree.h.
#include "algorithms/phases/gather_tree.h"

namespace orrery::scatterv_adaptive {

extern const Algorithm scatterv_adaptive = scatterv_over<trees::adaptive_tree, trees::kMostLinear>({
    .name = "adaptive",
    .summary = "Over a binomial tree by ranks, in which the roots of subtrees depend on the sizes.",
    .reference = "Träff, On Optimal Trees for Irregular Gather and Scatter Collectives, IEEE TPDS "
                 "30(9), 2019, Prop. 1",
    .formula = "Eq. 1-2 on the tree: orrery tree prints it",
});

}  // namespace orrery::scatterv_adaptive
