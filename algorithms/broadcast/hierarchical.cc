// Broadcast between the leaders of groups, then inside of every group.
// Letters  p ranks in N groups, m bytes; the leader of a group is its first rank, of the root's the root.
// Rounds   those of a broadcast on N ranks and of one on the largest group.
// Sent     (p-1) m in all, as every broadcast.
// Time     T(N, m) + T(s, m) for groups of s ranks.
#include "algorithms/levels/composition.h"

namespace orrery::broadcast_hierarchical {

namespace {

void parts(Levels& at) {
  at.whole(0, at.leaders(), at.root_node(), at.v());
  at.whole(1, at.node(), at.leader_place(), at.v());
}

constexpr Role kRoles[] = {
    {Level::kInter, "broadcast", "binomial"},
    {Level::kIntra, "broadcast", "binomial"},
};
constexpr LevelForm kForm{
    .collective = "broadcast", .standard = "leader()", .roles = kRoles, .parts = parts};

}  // namespace

extern constinit const Algorithm broadcast_hierarchical = composition<kForm>({
    .name = "hierarchical",
    .summary = "A broadcast between the leaders of groups, then one inside every group.",
    .reference = "Luo et al., HAN, CLUSTER 2020",
    .formula = "T(N, m) + T(s, m)",
});

}  // namespace orrery::broadcast_hierarchical
