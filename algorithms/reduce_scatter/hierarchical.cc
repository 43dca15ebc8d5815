// Reduce inside of every group, reduce-scatter between leaders, scatter inside of every group.
// Letters  p ranks in N groups of s_j ranks, m bytes of the vector; part j of the leaders is the blocks of group j.
// Rounds   those of a reduce on the largest group, a reduce-scatter on N ranks and a scatter on the largest group.
// Sent     the bytes of the parts; (p - N) m in the reduces.
// Time     T_reduce(s, m) + T_reduce-scatter(N, m) + T_scatter(s, m/p) for groups of s ranks.
// Needs    a commutative operator, as the reduce-scatter does.
#include "algorithms/levels/composition.h"

namespace orrery::reduce_scatter_hierarchical {

namespace {

void parts(Levels& at) {
  const RankGroups& L = at.groups();
  at.whole(0, at.node(), 0, at.v());
  std::vector<std::int64_t> sizes, own;
  for (int j = 0; j < L.count(); ++j) sizes.push_back(elements_of(at.blocks_of(L.members(j))));
  at.blocks(1, at.leaders(), 0, sizes, [&](int j) { return at.blocks_of(L.members(j)); });
  for (const int r : at.node()) own.push_back(at.block(r).count());
  at.blocks(2, at.node(), 0, own,
            [&](int i) { return Slices{at.block(at.node()[std::size_t(i)])}; });
}

constexpr Role kRoles[] = {
    {Level::kIntra, "reduce", "binomial"},
    {Level::kInter, "reduce-scatter", "ring"},
    {Level::kIntra, "scatter", "binomial", "linear"},
};
constexpr LevelForm kForm{
    .collective = "reduce-scatter", .standard = "leader()", .roles = kRoles, .parts = parts};

}  // namespace

extern constinit const Algorithm reduce_scatter_hierarchical = composition<kForm>({
    .name = "hierarchical",
    .summary = "Reduce inside of every group to its leader, reduce-scatter between the leaders, "
               "scatter inside.",
    .reference = "Luo et al., HAN, CLUSTER 2020",
    .formula = "T_reduce(s, m) + T_reduce-scatter(N, m) + T_scatter(s, m/p)",
    .reproducible = Reproducible::kOnAllRanks,
    .needs_commutative = true,
});

}  // namespace orrery::reduce_scatter_hierarchical
