#include "algorithms/schedules/elimination.h"

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "algorithms/common/arithmetic.h"
#include "algorithms/verify.h"
#include "tests/network.h"

namespace orrery {
namespace {

using elimination::Team;
using elimination::teams;

constexpr int kMostEliminated = 600;

/// The data of a rank: the sum over ranks lo .. hi-1 of its part.
struct Sum {
  int lo, hi;
};

/// Checks that members agree on their team and that their sums cover consecutive ranges of ranks,
/// then joins them.
void join_members(const Team& team, const std::vector<std::vector<Team>>& all,
                  std::vector<Sum>& sums) {
  const int members = team.triple ? 3 : 2;
  for (int i = 0; i < members; ++i) {
    const auto rank = static_cast<std::size_t>(team.ranks[static_cast<std::size_t>(i)]);
    const Team& other = all[rank].at(static_cast<std::size_t>(team.z));
    ASSERT_EQ(other.ranks, team.ranks);
    ASSERT_EQ(other.member, i);
    ASSERT_EQ(other.place, team.place);
    ASSERT_EQ(other.round, team.round);
    if (i == 0) continue;
    Sum& first = sums[static_cast<std::size_t>(team.ranks[0])];
    ASSERT_EQ(first.hi, sums[rank].lo);
    first.hi = sums[rank].hi;
  }
  sums[static_cast<std::size_t>(team.ranks[1])] = sums[static_cast<std::size_t>(team.ranks[0])];
}

TEST(Elimination, TeamsAgreeAndSumNeighboursInOrder) {
  for (int p = 1; p <= kMostEliminated; ++p) {
    SCOPED_TRACE(p);
    std::vector<std::vector<Team>> all;
    std::vector<Sum> sums;
    for (int r = 0; r < p; ++r) all.push_back(teams(p, r)), sums.push_back({r, r + 1});
    for (std::size_t z = 0; z < static_cast<std::size_t>(floor_log2(p)); ++z)
      for (const auto& mine : all)
        if (z < mine.size() && mine[z].member == 0) join_members(mine[z], all, sums);
    std::set<int> blocks;
    for (std::size_t r = 0; r < all.size(); ++r) {
      if (!all[r].empty() && all[r].back().eliminated()) continue;
      EXPECT_EQ(sums[r].lo, 0);
      EXPECT_EQ(sums[r].hi, p);
      blocks.insert(p == 1 ? 0 : 2 * all[r].back().place + all[r].back().member);
    }
    EXPECT_EQ(static_cast<int>(blocks.size()), 1 << floor_log2(p));
    EXPECT_EQ(*blocks.rbegin(), (1 << floor_log2(p)) - 1);
  }
}

/// Checks that the rounds of a rank follow each other, and that the last one ends as `rounds` says.
TEST(Elimination, NoRankIsMoreThanOneRoundLate) {
  for (int p = 1; p <= kMostEliminated; ++p)
    for (int r = 0; r < p; ++r) {
      int free = 0;  // the first round in which the rank has nothing to do yet
      for (const Team& team : teams(p, r)) {
        const bool early = !team.triple || team.member > 0;
        ASSERT_GE(team.round + (early ? 0 : 1), free) << "p = " << p << ", r = " << r;
        ASSERT_LE(team.round, team.z + 1) << "p = " << p << ", r = " << r;
        free = team.round + (team.triple ? 2 : 1);
      }
      ASSERT_LE(free, elimination::rounds(p)) << "p = " << p << ", r = " << r;
    }
}

/// Checks seven ranks by hand: 0 1 2 are a triple, then 0 3 5 and 1 4 6.
TEST(Elimination, SevenRanks) {
  using Triple = std::array<int, 3>;
  EXPECT_EQ(teams(7, 0).at(0).ranks, (Triple{0, 1, 2}));
  EXPECT_EQ(teams(7, 4).at(0).ranks, (Triple{3, 4, 0}));
  EXPECT_EQ(teams(7, 0).at(1).ranks, (Triple{0, 3, 5}));
  EXPECT_EQ(teams(7, 6).at(1).ranks, (Triple{1, 4, 6}));
  EXPECT_EQ(teams(7, 2).size(), 1U);
  EXPECT_TRUE(teams(7, 2).back().eliminated());
  EXPECT_TRUE(teams(7, 5).back().eliminated());
  EXPECT_FALSE(teams(7, 4).back().eliminated());
}

/// Checks times that another event simulator computed, with α = 1 us, β = 1 ns/B and γ = 0.125
/// ns/B: for N KiB, and for 64 bytes as whole vectors.
TEST(Elimination, TimesAsAnotherProgramFindsThem) {
  struct Times {
    int p;
    std::int64_t ns, short_ns;
  };
  const auto completion = [](const char* name, int p, std::int64_t bytes) {
    Network network = testing::network_of(text_of("full:", p));
    network.costs.alpha = 1000ns;
    network.costs.links = {LinkCost{Bandwidth{1e9}, Time(0)}};
    network.costs.gamma = {125};
    Problem x;
    x.p = p;
    x.count = bytes;
    return execute(find_algorithm("allreduce", name), x, network, {}, PayloadKind::kGhost,
                   find_op("sum", "uint8"))
        .metrics.completion;
  };
  for (const auto& [p, ns, short_ns] :
       {Times{5, 16880, 4280}, Times{6, 14704, 4280}, Times{7, 16880, 4280}, Times{8, 21232, 3216},
        Times{9, 31936, 5352}}) {
    EXPECT_EQ(completion("elimination", p, 1024 << floor_log2(p)), Time(1000 * ns)) << p;
    EXPECT_EQ(completion("elimination-short", p, 64), Time(1000 * short_ns)) << p;
  }
}

}  // namespace
}  // namespace orrery
