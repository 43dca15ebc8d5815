// Allgather on every lane, then inside of every group, of all that its lanes have gathered.
// Letters  p ranks in N groups of s ranks, lane i = the i-th ranks of all groups, m bytes of one contribution.
// Rounds   those of an allgather on N ranks and of one on s ranks.
// Sent     (p-1) m by every rank where the parts send the least.
// Time     T(N, m) + T(s, N m); with rings (s-1 + N-1)α + (p-1)mβ.
// Needs    groups of one size.
#include "algorithms/levels/composition.h"

namespace orrery::allgather_full_lane {

namespace {

void parts(Levels& at) {
  const RankGroups& L = at.groups();
  const std::int64_t m = at.problem().count;
  const auto block = [&](int j) { return Slices{at.block(at.lane()[std::size_t(j)])}; };
  at.blocks(0, at.lane(), 0, std::vector(std::size_t(L.count()), m), block);
  at.blocks(1, at.node(), 0, std::vector(at.node().size(), L.count() * m),
            [&](int i) { return at.blocks_of(L.lane(i)); });
}

constexpr Role kRoles[] = {
    {Level::kInter, "allgather", "ring", "ring"},
    {Level::kIntra, "allgather", "ring", "ring"},
};
constexpr LevelForm kForm{.collective = "allgather",
                          .standard = "full-lane()",
                          .roles = kRoles,
                          .equal = true,
                          .parts = parts};

}  // namespace

extern constinit const Algorithm allgather_full_lane = composition<kForm>({
    .name = "full-lane",
    .summary =
        "Allgathers on all lanes at once, then an allgather of the lanes' data inside every group.",
    .reference = "Träff and Hunold, Decomposing collectives for exploiting multi-lane "
                 "communication, CLUSTER 2020",
    .formula = "T(N, m) + T(s, N m)",
});

}  // namespace orrery::allgather_full_lane
