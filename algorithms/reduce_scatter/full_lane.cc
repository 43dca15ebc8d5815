// Reduce-scatter inside of every group, of the parts that its lanes need, then on every lane.
// Letters  p ranks in N groups of s ranks, lane i = the i-th ranks of all groups, m bytes of the vector.
// Rounds   those of a reduce-scatter on s ranks and of one on N ranks.
// Sent     (p-1)/p m by every rank where the parts send the least and p divides m.
// Time     T(s, m) + T(N, m/s); with rings (s-1 + N-1)α + (p-1)/p m(β + γ).
// Needs    groups of one size and a commutative operator.
#include "algorithms/levels/composition.h"

namespace orrery::reduce_scatter_full_lane {

namespace {

void parts(Levels& at) {
  const RankGroups& L = at.groups();
  std::vector<std::int64_t> lanes, own;
  for (int i = 0; i < at.lanes(); ++i) lanes.push_back(elements_of(at.blocks_of(L.lane(i))));
  at.blocks(0, at.node(), 0, lanes, [&](int i) { return at.blocks_of(L.lane(i)); });
  for (const int r : at.lane()) own.push_back(at.block(r).count());
  at.blocks(1, at.lane(), 0, own,
            [&](int j) { return Slices{at.block(at.lane()[std::size_t(j)])}; });
}

constexpr Role kRoles[] = {
    {Level::kIntra, "reduce-scatter", "ring"},
    {Level::kInter, "reduce-scatter", "ring"},
};
constexpr LevelForm kForm{.collective = "reduce-scatter",
                          .standard = "full-lane()",
                          .roles = kRoles,
                          .equal = true,
                          .parts = parts};

}  // namespace

extern constinit const Algorithm reduce_scatter_full_lane = composition<kForm>({
    .name = "full-lane",
    .summary = "A reduce-scatter of the lanes' data inside every group, then reduce-scatters on "
               "all lanes at once.",
    .reference = "Träff and Hunold, Decomposing collectives for exploiting multi-lane "
                 "communication, CLUSTER 2020",
    .formula = "T(s, m) + T(N, m/s)",
    .reproducible = Reproducible::kOnAllRanks,
    .needs_commutative = true,
});

}  // namespace orrery::reduce_scatter_full_lane
