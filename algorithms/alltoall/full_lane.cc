// Alltoall inside of every group, which sorts blocks by lane, then on every lane.
// Letters  p ranks in N groups of s ranks, lane i = the i-th ranks of all groups, m bytes of one block.
// Rounds   those of an alltoall on s ranks and of one on N ranks.
// Sent     with pairwise exchanges (2p - N - s) m by every rank; every block crosses between groups once.
// Time     T(s, N m) + T(N, s m); pairwise (s-1 + N-1)α + (2p - N - s)mβ.
// Needs    groups of one size.
#include "algorithms/levels/composition.h"

namespace orrery::alltoall_full_lane {

namespace {

void parts(Levels& at) {
  const RankGroups& L = at.groups();
  const std::int64_t m = at.problem().count, all = m * at.problem().p;
  const std::int64_t N = L.count();
  const int s = at.lanes();
  const Slice T = at.scratch(all);  // data for this lane: by the rank that had them, then by group
  at.exchange(
      0, at.node(), N * m,
      [&](int i) {
        Slices blocks;
        for (const int r : L.lane(i)) append(blocks, at.v().part(r * m, m));
        return blocks;
      },
      [&](int i) { return Slices{T.part(i * N * m, N * m)}; });
  at.exchange(
      1, at.lane(), s * m,
      [&](int j) {
        Slices blocks;
        for (int i = 0; i < s; ++i) append(blocks, T.part((i * N + j) * m, m));
        return blocks;
      },
      [&](int j) {
        Slices blocks;
        for (const int r : L.members(j)) append(blocks, at.v().part(all + r * m, m));
        return blocks;
      });
}

constexpr Role kRoles[] = {
    {Level::kIntra, "alltoall", "pairwise"},
    {Level::kInter, "alltoall", "pairwise"},
};
constexpr LevelForm kForm{.collective = "alltoall",
                          .standard = "full-lane()",
                          .roles = kRoles,
                          .equal = true,
                          .parts = parts};

}  // namespace

extern constinit const Algorithm alltoall_full_lane = composition<kForm>({
    .name = "full-lane",
    .summary = "An alltoall of the lanes' data inside every group, then alltoalls on all lanes at "
               "once; NCCL's PXN.",
    .reference = "Träff and Hunold, Decomposing collectives for exploiting multi-lane "
                 "communication, CLUSTER 2020",
    .formula = "T(s, N m) + T(N, s m)",
});

}  // namespace orrery::alltoall_full_lane
