// Gather inside of every group, alltoall between leaders, scatter inside of every group.
// Letters  p ranks in N groups of s_j ranks, m bytes of one block; s_j s_k blocks go from leader j to leader k.
// Rounds   those of a gather on the largest group, an alltoall on N ranks and a scatter on the largest group.
// Sent     the bytes of the parts. Leaders of groups that differ in size pad what they exchange to the largest.
// Time     T_gather(s, p m) + T_alltoall(N, s^2 m) + T_scatter(s, p m) for groups of s ranks.
#include "algorithms/levels/composition.h"

namespace orrery::alltoall_hierarchical {

namespace {

void parts(Levels& at) {
  const std::int64_t m = at.problem().count, all = m * at.problem().p;
  const std::vector<int>& L = at.node();
  const std::vector<std::int64_t> sizes(L.size(), all);
  const Slice A = at.scratch(std::ssize(L) * all), B = at.scratch(std::ssize(L) * all);
  // Outgoing blocks of the ranks of this group for all others, and incoming ones.
  const auto out = [&](int i) { return i == at.i() ? at.v().part(0, all) : A.part(i * all, all); };
  const auto in = [&](int i) { return i == at.i() ? at.v().part(all, all) : B.part(i * all, all); };

  at.blocks(0, L, 0, sizes, [&](int i) { return Slices{out(i)}; });
  const int largest = at.groups().largest();
  const auto to = [&](int k) {
    Slices blocks;
    for (int a = 0; a < std::ssize(L); ++a)
      for (const int b : at.groups().members(k)) append(blocks, out(a).part(b * m, m));
    return blocks;
  };
  const auto from = [&](int k) {
    Slices blocks;
    for (const int a : at.groups().members(k))
      for (int b = 0; b < std::ssize(L); ++b) append(blocks, in(b).part(a * m, m));
    return blocks;
  };
  at.exchange(1, at.leaders(), std::int64_t{largest} * largest * m, to, from);
  at.blocks(2, L, 0, sizes, [&](int i) { return Slices{in(i)}; });
}

constexpr Role kRoles[] = {
    {Level::kIntra, "gather", "binomial"},
    {Level::kInter, "alltoall", "pairwise"},
    {Level::kIntra, "scatter", "binomial"},
};
constexpr LevelForm kForm{
    .collective = "alltoall", .standard = "leader()", .roles = kRoles, .parts = parts};

}  // namespace

extern constinit const Algorithm alltoall_hierarchical = composition<kForm>({
    .name = "hierarchical",
    .summary =
        "Gather inside of every group to its leader, alltoall between the leaders, scatter inside.",
    .reference = "Luo et al., HAN, CLUSTER 2020",
    .formula = "T_gather(s, p m) + T_alltoall(N, s^2 m) + T_scatter(s, p m)",
});

}  // namespace orrery::alltoall_hierarchical
