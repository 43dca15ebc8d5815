// Scatter of blocks of any sizes over an adaptive tree over all but the root, then one message.
// Rounds, bytes and time follow from the tree: phases/gather_tree.h.
#include "algorithms/phases/gather_tree.h"

namespace orrery {

extern const Algorithm scatterv_two_stage =
    scatterv_over<trees::two_stage_tree, trees::kMostLinear>({
        .name = "two-stage",
        .summary = "One message to another rank, which scatters to the rest over an adaptive tree.",
        .reference = "Träff, On Optimal Trees for Irregular Gather and Scatter Collectives, IEEE "
                     "TPDS 30(9), 2019, Lemma 2",
        .formula = "max(time of the others, m_r γ) + α + (m-m_r)β",
    });

}  // namespace orrery
