// Reduce-scatter along one dimension of a grid after the other, and allgather backwards.
// Letters  p = p_0 p_1 ... ranks in a grid, dimension 0 inside of groups, m bytes of the vector.
// Rounds   twice the sum of p_d - 1 over the dimensions d, with rings.
// Sent     2 (p-1)/p m by every rank, with rings and where p divides m.
// Time     with rings 2 Σ_d (p_d - 1) α + 2(p-1)/p mβ + (p-1)/p mγ.
// Needs    a full grid and a commutative operator.
#include "algorithms/levels/composition.h"
#include "algorithms/levels/rank_grid.h"

namespace orrery::allreduce_blueconnect {

namespace {

void parts(Levels& at) {
  const RankGrid grid(at);
  for (int d = 0; d < grid.dimensions(); ++d) grid.blocks(d == 0 ? 0 : 1, d);
  for (int d = grid.dimensions() - 1; d >= 0; --d) grid.blocks(d == 0 ? 2 : 3, d);
}

constexpr Role kRoles[] = {
    {Level::kIntra, "reduce-scatter", "ring"},
    {Level::kInter, "reduce-scatter", "ring"},
    {Level::kIntra, "allgather", "ring", "ring"},
    {Level::kInter, "allgather", "ring", "ring"},
};
constexpr LevelForm kForm{.collective = "allreduce",
                          .standard = "blueconnect()",
                          .roles = kRoles,
                          .unsupported = no_grid,
                          .parts = parts};

}  // namespace

extern constinit const Algorithm allreduce_blueconnect = composition<kForm>({
    .name = "blueconnect",
    .summary =
        "Reduce-scatter along one dimension of a grid after the other, and allgather backwards.",
    .reference = "Cho et al., BlueConnect, MLSys 2019",
    .formula = "with rings 2 Σ_d (p_d - 1) α + 2(p-1)/p mβ + (p-1)/p mγ",
    .reproducible = Reproducible::kOnAllRanks,
    .needs_commutative = true,
});

}  // namespace orrery::allreduce_blueconnect
