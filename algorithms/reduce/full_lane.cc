// Reduce-scatter inside of every group, reduce on every lane, gather inside of the root's group.
// Letters  p ranks in groups; lane i = the i-th ranks of all groups, l lanes (as many as the smallest group has ranks), m bytes.
// Rounds   those of a reduce-scatter, a reduce between groups and a gather.
// Sent     the bytes of the parts; each lane reduces m/l.
// Time     T_reduce-scatter(s, m) + T_reduce(N, m/s) + T_gather(s, m/s) for N groups of s ranks.
// Needs    a commutative operator, as the reduce-scatter does.
#include "algorithms/levels/composition.h"

namespace orrery::reduce_full_lane {

namespace {

void parts(Levels& at) {
  const auto part = [&](int i) { return Slices{at.lane_part(i)}; };
  at.blocks(0, at.node(), 0, at.lane_sizes(), part);
  at.whole(1, at.lane(), at.root_node(), at.lane_part(at.i()));
  const bool at_root = at.j() == at.root_node();
  at.blocks(2, at_root ? at.node() : std::vector<int>(), at.root_place(), at.lane_sizes(), part);
}

constexpr Role kRoles[] = {
    {Level::kIntra, "reduce-scatter", "ring"},
    {Level::kInter, "reduce", "binomial"},
    {Level::kIntra, "gather", "binomial", "linear"},
};
constexpr LevelForm kForm{
    .collective = "reduce", .standard = "full-lane()", .roles = kRoles, .parts = parts};

}  // namespace

extern constinit const Algorithm reduce_full_lane = composition<kForm>({
    .name = "full-lane",
    .summary = "Reduce-scatter inside of every group, reduce on all lanes at once, gather inside "
               "of the root's group.",
    .reference = "Träff and Hunold, Decomposing collectives for exploiting multi-lane "
                 "communication, CLUSTER 2020",
    .formula = "T_reduce-scatter(s, m) + T_reduce(N, m/s) + T_gather(s, m/s)",
    .reproducible = Reproducible::kOnAllRanks,
    .needs_commutative = true,
});

}  // namespace orrery::reduce_full_lane
