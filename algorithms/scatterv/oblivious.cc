// Scatter of blocks of any sizes over the binomial tree that pairs ranges of 1, 2, 4, ... ranks, whatever their sizes.
// Rounds, bytes and time follow from the tree: phases/gather_tree.h.
#include "algorithms/phases/gather_tree.h"

namespace orrery::scatterv_oblivious {

extern const Algorithm scatterv_oblivious =
    scatterv_over<trees::oblivious_tree, trees::kMostLinear>({
        .name = "oblivious",
        .summary = "Over a binomial tree by ranks, which ignores the sizes.",
        .reference = "Träff, On Optimal Trees for Irregular Gather and Scatter Collectives, IEEE "
                     "TPDS 30(9), 2019, Sec. 5",
        .formula = "Eq. 1-2 on the tree: orrery tree prints it",
    });

}  // namespace orrery::scatterv_oblivious
