// Scatter of blocks of any sizes over a star: the root sends to all others in rank order, and copies its own
// block at its place in this order.
// Rounds, bytes and time follow from the tree: phases/gather_tree.h.
#include "algorithms/phases/gather_tree.h"

namespace orrery::scatterv_linear {

extern const Algorithm scatterv_linear = scatterv_over<trees::linear_tree, trees::kMostLinear>({
    .name = "linear",
    .summary = "Over a star: the root sends to all others, one after another.",
    .reference = "Träff, On Optimal Trees for Irregular Gather and Scatter Collectives, IEEE TPDS "
                 "30(9), 2019, Sec. 5",
    .formula = "(p-1)α + (m-m_r)β + m_rγ",
    .formula_if = "no empty block",
});

}  // namespace orrery::scatterv_linear
