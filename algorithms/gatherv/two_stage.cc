// Gather of blocks of any sizes by two regular gathers, of the large and of the small blocks, and one message (TWO_Gatherv).
// Rounds, bytes and time follow from the tree: phases/gather_tree.h.
#include "algorithms/phases/gather_tree.h"

namespace orrery::gatherv_two_stage {

extern const Algorithm gatherv_two_stage = gatherv_over<trees::two_stage_tree, trees::kMostLinear>({
    .name = "two-stage",
    .summary = "Large and small blocks are gathered over a binomial tree each, then one message.",
    .reference = "Träff, On Optimal Trees for Irregular Gather and Scatter Collectives, IEEE TPDS "
                 "30(9), 2019, Sec. 5.2",
    .formula = "max(time of each domain) + α + β (data of the domain without the root)",
});

}  // namespace orrery::gatherv_two_stage
