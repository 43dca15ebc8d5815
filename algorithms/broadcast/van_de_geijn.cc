// Van de Geijn's broadcast of any parts: scatter, then allgather.
// Ref      M. Barnett et al., "Interprocessor collective communication library (InterCom)", SHPCC 1994.
// Letters  p ranks, m bytes, v = (r - root) mod p virtual rank, whose block is the v-th of p.
// Rounds   those of a scatter and of an allgather on p ranks.
// Sent     the bytes of the parts.
// Time     T_scatter(p, m/p) + T_allgather(p, m/p).
#include "algorithms/levels/composition.h"

namespace orrery::broadcast_van_de_geijn {

namespace {

void parts(Levels& at) {
  const int p = at.problem().p;
  std::vector<int> ranks;
  std::vector<std::int64_t> sizes;
  for (int v = 0; v < p; ++v) {
    ranks.push_back(mod(std::int64_t{v} + at.problem().root, p));
    sizes.push_back(at.v().block(v, p).count());
  }
  const auto block = [&](int v) { return Slices{at.v().block(v, p)}; };
  at.blocks(0, ranks, 0, sizes, block);
  at.blocks(1, ranks, 0, sizes, block);
}

constexpr Role kRoles[] = {
    {Level::kAll, "scatter", "binomial", "linear"},
    {Level::kAll, "allgather", "bruck", "bruck"},
};
constexpr LevelForm kForm{.collective = "broadcast",
                          .standard = "van-de-geijn()",
                          .roles = kRoles,
                          .grouped = false,
                          .parts = parts};

}  // namespace

extern constinit const Algorithm broadcast_van_de_geijn = composition<kForm>({
    .name = "van-de-geijn",
    .summary =
        "Scatter from the root, then allgather, on ranks that are numbered from the root on.",
    .reference = "Barnett et al., SHPCC 1994",
    .formula = "T_scatter(p, m/p) + T_allgather(p, m/p)",
});

}  // namespace orrery::broadcast_van_de_geijn
