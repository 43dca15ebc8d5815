// Reduce inside of every group to its leader, allreduce between leaders, broadcast inside of every group.
// Letters  p ranks in N groups of s_j ranks, m bytes of the vector; a leader for each group.
// Rounds   those of a reduce on the largest group, an allreduce on N ranks and a broadcast on the largest group.
// Sent     (p - N) m twice inside of groups, and what the allreduce between N leaders sends.
// Time     T_reduce(s, m) + T_allreduce(N, m) + T_broadcast(s, m) for groups of s ranks.
#include "algorithms/levels/composition.h"

namespace orrery::allreduce_hierarchical {

namespace {

void parts(Levels& at) {
  at.whole(0, at.node(), 0, at.v());
  at.whole(1, at.leaders(), 0, at.v());
  at.whole(2, at.node(), 0, at.v());
}

constexpr Role kRoles[] = {
    {Level::kIntra, "reduce", "binomial"},
    {Level::kInter, "allreduce", "rabenseifner"},
    {Level::kIntra, "broadcast", "binomial"},
};
constexpr LevelForm kForm{
    .collective = "allreduce", .standard = "leader()", .roles = kRoles, .parts = parts};

}  // namespace

extern constinit const Algorithm allreduce_hierarchical = composition<kForm>({
    .name = "hierarchical",
    .summary = "Reduce inside of every group to its leader, allreduce between the leaders, "
               "broadcast inside.",
    .reference = "Luo et al., HAN, CLUSTER 2020",
    .formula = "T_reduce(s, m) + T_allreduce(N, m) + T_broadcast(s, m)",
    .reproducible = Reproducible::kOnAllRanks,
});

}  // namespace orrery::allreduce_hierarchical
