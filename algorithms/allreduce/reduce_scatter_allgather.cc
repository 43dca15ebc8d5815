// Allreduce of any two halves: reduce-scatter, then allgather.
// Ref      R. Rabenseifner, "Optimization of collective reduction operations", ICCS 2004.
// Letters  p ranks, m bytes.
// Rounds   those of a reduce-scatter and of an allgather on p ranks.
// Sent     2 (p-1)/p m by every rank where the halves send the least and p divides m.
// Time     T_reduce-scatter(p, m) + T_allgather(p, m/p).
// Needs    a commutative operator, as the reduce-scatter does.
#include <numeric>

#include "algorithms/levels/composition.h"

namespace orrery::allreduce_reduce_scatter_allgather {

namespace {

void parts(Levels& at) {
  std::vector<int> ranks(static_cast<std::size_t>(at.problem().p));
  std::iota(ranks.begin(), ranks.end(), 0);
  std::vector<std::int64_t> sizes;
  sizes.reserve(ranks.size());
  for (const int r : ranks) sizes.push_back(at.block(r).count());
  const auto block = [&](int r) { return Slices{at.block(r)}; };
  at.blocks(0, ranks, 0, sizes, block);
  at.blocks(1, ranks, 0, sizes, block);
}

constexpr Role kRoles[] = {
    {Level::kAll, "reduce-scatter", "recursive-halving"},
    {Level::kAll, "allgather", "bruck", "bruck"},
};
constexpr LevelForm kForm{.collective = "allreduce",
                          .standard = "reduce-scatter-allgather()",
                          .roles = kRoles,
                          .grouped = false,
                          .parts = parts};

}  // namespace

extern constinit const Algorithm allreduce_reduce_scatter_allgather = composition<kForm>({
    .name = "reduce-scatter-allgather",
    .summary = "Any reduce-scatter, then any allgather.",
    .reference = "Rabenseifner, ICCS 2004",
    .formula = "T_reduce-scatter(p, m) + T_allgather(p, m/p)",
    .reproducible = Reproducible::kOnAllRanks,
    .needs_commutative = true,
});

}  // namespace orrery::allreduce_reduce_scatter_allgather
