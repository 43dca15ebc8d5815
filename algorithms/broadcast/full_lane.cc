// Scatter inside of the root's group, broadcast on every lane, allgather inside of every group.
// Letters  p ranks in groups; lane i = the i-th ranks of all groups, l lanes (as many as the smallest group has ranks), m bytes.
// Rounds   those of a scatter, a broadcast between groups and an allgather.
// Sent     the bytes of the parts; each lane broadcasts m/l.
// Time     T_scatter(s, m/s) + T_broadcast(N, m/s) + T_allgather(s, m/s) for N groups of s ranks.
#include "algorithms/levels/composition.h"

namespace orrery::broadcast_full_lane {

namespace {

void parts(Levels& at) {
  const bool at_root = at.j() == at.root_node();
  at.blocks(0, at_root ? at.node() : std::vector<int>(), at.root_place(), at.lane_sizes(),
            [&](int i) { return Slices{at.lane_part(i)}; });
  at.whole(1, at.lane(), at.root_node(), at.lane_part(at.i()));
  at.blocks(2, at.node(), 0, at.lane_sizes(), [&](int i) { return Slices{at.lane_part(i)}; });
}

constexpr Role kRoles[] = {
    {Level::kIntra, "scatter", "binomial", "linear"},
    {Level::kInter, "broadcast", "binomial"},
    {Level::kIntra, "allgather", "ring", "ring"},
};
constexpr LevelForm kForm{
    .collective = "broadcast", .standard = "full-lane()", .roles = kRoles, .parts = parts};

}  // namespace

extern constinit const Algorithm broadcast_full_lane = composition<kForm>({
    .name = "full-lane",
    .summary = "Scatter inside of the root's group, broadcast on all lanes at once, allgather "
               "inside of every group.",
    .reference = "Träff and Hunold, Decomposing collectives for exploiting multi-lane "
                 "communication, CLUSTER 2020",
    .formula = "T_scatter(s, m/s) + T_broadcast(N, m/s) + T_allgather(s, m/s)",
});

}  // namespace orrery::broadcast_full_lane
