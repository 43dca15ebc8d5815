// Reduce-scatter along one dimension of a grid after the other.
// Letters  p = p_0 p_1 ... ranks in a grid, dimension 0 inside of groups, m bytes of the vector.
// Rounds   the sum of p_d - 1 over the dimensions d, with rings.
// Sent     (p-1)/p m by every rank, with rings and where p divides m.
// Time     with rings Σ_d (p_d - 1) α + (p-1)/p m(β + γ).
// Needs    a full grid and a commutative operator.
#include "algorithms/levels/composition.h"
#include "algorithms/levels/rank_grid.h"

namespace orrery::reduce_scatter_blueconnect {

namespace {

void parts(Levels& at) {
  const RankGrid grid(at);
  for (int d = 0; d < grid.dimensions(); ++d) grid.blocks(d == 0 ? 0 : 1, d);
}

constexpr Role kRoles[] = {
    {Level::kIntra, "reduce-scatter", "ring"},
    {Level::kInter, "reduce-scatter", "ring"},
};
constexpr LevelForm kForm{.collective = "reduce-scatter",
                          .standard = "blueconnect()",
                          .roles = kRoles,
                          .unsupported = no_grid,
                          .parts = parts};

}  // namespace

extern constinit const Algorithm reduce_scatter_blueconnect = composition<kForm>({
    .name = "blueconnect",
    .summary = "Reduce-scatters along one dimension of a grid after the other, each of the "
               "remaining blocks.",
    .reference = "Cho et al., BlueConnect, MLSys 2019",
    .formula = "with rings Σ_d (p_d - 1) α + (p-1)/p m(β + γ)",
    .reproducible = Reproducible::kOnAllRanks,
    .needs_commutative = true,
});

}  // namespace orrery::reduce_scatter_blueconnect
