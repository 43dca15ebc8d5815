// Allgather along one dimension of a grid after the other.
// Letters  p = p_0 p_1 ... ranks in a grid, dimension 0 inside of groups, m bytes of one contribution.
// Rounds   the sum of p_d - 1 over the dimensions d, with rings.
// Sent     (p-1) m by every rank, with rings.
// Time     with rings Σ_d (p_d - 1) α + (p-1) mβ.
// Needs    a full grid.
#include "algorithms/levels/composition.h"
#include "algorithms/levels/rank_grid.h"

namespace orrery::allgather_blueconnect {

namespace {

void parts(Levels& at) {
  const RankGrid grid(at);
  for (int d = grid.dimensions() - 1; d >= 0; --d) grid.blocks(d == 0 ? 0 : 1, d);
}

constexpr Role kRoles[] = {
    {Level::kIntra, "allgather", "ring", "ring"},
    {Level::kInter, "allgather", "ring", "ring"},
};
constexpr LevelForm kForm{.collective = "allgather",
                          .standard = "blueconnect()",
                          .roles = kRoles,
                          .unsupported = no_grid,
                          .parts = parts};

}  // namespace

extern constinit const Algorithm allgather_blueconnect = composition<kForm>({
    .name = "blueconnect",
    .summary = "Allgathers along one dimension of a grid after the other, each of all data "
               "gathered so far.",
    .reference = "Cho et al., BlueConnect, MLSys 2019",
    .formula = "with rings Σ_d (p_d - 1) α + (p-1) mβ",
});

}  // namespace orrery::allgather_blueconnect
