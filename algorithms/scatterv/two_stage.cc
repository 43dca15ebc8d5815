// Scatter of blocks of any sizes by two regular scatters, of the large and of the small blocks, and one message (TWO_Scatterv).
// Rounds, bytes and time follow from the tree: phases/gather_tree.h.
#include "algorithms/phases/gather_tree.h"

namespace orrery::scatterv_two_stage {

extern const Algorithm scatterv_two_stage =
    scatterv_over<trees::two_stage_tree, trees::kMostLinear>({
        .name = "two-stage",
        .summary = "One message takes the blocks of one kind to their tree; then large and small "
                   "blocks are scattered over a binomial tree each.",
        .reference = "Träff, On Optimal Trees for Irregular Gather and Scatter Collectives, IEEE "
                     "TPDS 30(9), 2019, Sec. 5.2",
        .formula = "max(time of each domain) + α + β (data of the domain without the root)",
    });

}  // namespace orrery::scatterv_two_stage
