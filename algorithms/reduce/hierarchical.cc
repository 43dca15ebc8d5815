// Reduce inside of every group to its leader, then between the leaders.
// Letters  p ranks in N groups, m bytes; the leader of a group is its first rank, of the root's the root.
// Rounds   those of a reduce on the largest group and of one on N ranks.
// Sent     (p-1) m in all.
// Time     T(s, m) + T(N, m) for groups of s ranks.
#include "algorithms/levels/composition.h"

namespace orrery::reduce_hierarchical {

namespace {

void parts(Levels& at) {
  at.whole(0, at.node(), at.leader_place(), at.v());
  at.whole(1, at.leaders(), at.root_node(), at.v());
}

/// Returns the composition that keeps rank order: binomial trees do so only with the first rank as
/// root.
std::string_view in_order(const Problem& x) {
  return x.commutative || x.root == 0 ? "leader()" : "leader(linear)";
}

constexpr Role kRoles[] = {
    {Level::kIntra, "reduce", "binomial"},
    {Level::kInter, "reduce", "binomial"},
};
constexpr LevelForm kForm{.collective = "reduce",
                          .standard = "leader()",
                          .standard_for = in_order,
                          .roles = kRoles,
                          .parts = parts};

}  // namespace

extern constinit const Algorithm reduce_hierarchical = composition<kForm>({
    .name = "hierarchical",
    .summary = "A reduction inside every group to its leader, then one between the leaders.",
    .reference = "Luo et al., HAN, CLUSTER 2020",
    .formula = "T(s, m) + T(N, m)",
    .reproducible = Reproducible::kOnAllRanks,
});

}  // namespace orrery::reduce_hierarchical
