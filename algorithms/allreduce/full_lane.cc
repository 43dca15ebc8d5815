// Reduce-scatter inside of every group, allreduce on every lane, allgather inside of every group.
// Letters  p ranks in groups; lane i = the i-th ranks of all groups, l lanes (as many as the smallest group has ranks), m bytes.
// Rounds   those of a reduce-scatter, an allreduce between groups and an allgather.
// Sent     2 (p-1)/p m by every rank where the parts send the least and p divides m; 1/s of what leaves a group by each.
// Time     T_reduce-scatter(s, m) + T_allreduce(N, m/s) + T_allgather(s, m/s) for N groups of s ranks.
// Needs    a commutative operator, as the reduce-scatter does.
#include "algorithms/levels/composition.h"

namespace orrery::allreduce_full_lane {

namespace {

void parts(Levels& at) {
  const auto part = [&](int i) { return Slices{at.lane_part(i)}; };
  at.blocks(0, at.node(), 0, at.lane_sizes(), part);
  at.whole(1, at.lane(), 0, at.lane_part(at.i()));
  at.blocks(2, at.node(), 0, at.lane_sizes(), part);
}

constexpr Role kRoles[] = {
    {Level::kIntra, "reduce-scatter", "ring"},
    {Level::kInter, "allreduce", "ring"},
    {Level::kIntra, "allgather", "ring", "ring"},
};
constexpr LevelForm kForm{
    .collective = "allreduce", .standard = "full-lane()", .roles = kRoles, .parts = parts};

}  // namespace

extern constinit const Algorithm allreduce_full_lane = composition<kForm>({
    .name = "full-lane",
    .summary = "Reduce-scatter inside of every group, allreduce on all lanes at once, allgather "
               "inside; the hierarchical allreduce of NCCL and MSCCL.",
    .reference = "Träff and Hunold, Decomposing collectives for exploiting multi-lane "
                 "communication, CLUSTER 2020; MSCCL hierarchical_allreduce",
    .formula = "T_reduce-scatter(s, m) + T_allreduce(N, m/s) + T_allgather(s, m/s)",
    .reproducible = Reproducible::kOnAllRanks,
    .needs_commutative = true,
});

}  // namespace orrery::allreduce_full_lane
