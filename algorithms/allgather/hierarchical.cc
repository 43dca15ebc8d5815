// Gather inside of every group, allgather between leaders, broadcast inside of every group.
// Letters  p ranks in N groups of s_j ranks, m bytes of one contribution; block j of the leaders holds s_j of them.
// Rounds   those of a gather on the largest group, an allgather on N ranks and a broadcast on the largest group.
// Sent     the bytes of the parts; between groups N - 1 times the p m bytes.
// Time     T_gather(s, m) + T_allgather(N, s m) + T_broadcast(s, p m) for groups of s ranks.
#include "algorithms/levels/composition.h"

namespace orrery::allgather_hierarchical {

namespace {

void parts(Levels& at) {
  const RankGroups& L = at.groups();
  const auto contribution = [&](int i) { return Slices{at.block(at.node()[std::size_t(i)])}; };
  at.blocks(0, at.node(), 0, std::vector(at.node().size(), at.problem().count), contribution);
  std::vector<std::int64_t> sizes;
  sizes.reserve(std::size_t(L.count()));
  for (int j = 0; j < L.count(); ++j)
    sizes.push_back(std::ssize(L.members(j)) * at.problem().count);
  at.blocks(1, at.leaders(), 0, sizes, [&](int j) { return at.blocks_of(L.members(j)); });
  at.whole(2, at.node(), 0, at.v());
}

constexpr Role kRoles[] = {
    {Level::kIntra, "gather", "binomial", "linear"},
    {Level::kInter, "allgather", "ring", "ring"},
    {Level::kIntra, "broadcast", "binomial"},
};
constexpr LevelForm kForm{
    .collective = "allgather", .standard = "leader()", .roles = kRoles, .parts = parts};

}  // namespace

extern constinit const Algorithm allgather_hierarchical = composition<kForm>({
    .name = "hierarchical",
    .summary = "Gather inside of every group to its leader, allgather between the leaders, "
               "broadcast inside.",
    .reference = "Luo et al., HAN, CLUSTER 2020",
    .formula = "T_gather(s, m) + T_allgather(N, s m) + T_broadcast(s, p m)",
});

}  // namespace orrery::allgather_hierarchical
