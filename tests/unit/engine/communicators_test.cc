#include "emu/engine/communicators.h"

#include <set>
#include <stdexcept>

#include <gtest/gtest.h>

namespace orrery {
namespace {

constexpr int kWorld = Communicators::kWorld;

TEST(Communicators, RanksMeetInTheNthOfAKindWhateverTheirOrder) {
  Communicators all(4);
  const int first = all.sub(kWorld, 2, {2, 0}), second = all.sub(kWorld, 2, {2, 0});
  const int other = all.sub(kWorld, 0, {0, 2});
  EXPECT_EQ(all.sub(kWorld, 0, {2, 0}), first);
  EXPECT_EQ(all.sub(kWorld, 0, {2, 0}), second);
  EXPECT_EQ((std::set{kWorld, first, second, other}.size()), 4u);
  EXPECT_EQ(all.lane(first, 0, 1, 2), all.lane(first, 1, 1, 2));
  EXPECT_NE(all.lane(first, 0, 0, 2), all.lane(second, 0, 0, 2));
}

TEST(Communicators, KnowTheirRanksInTheWorld) {
  Communicators all(6);
  const int odd = all.sub(kWorld, 1, {5, 3, 1});
  const int lane = all.lane(odd, 0, 0, 1), inner = all.sub(lane, 2, {2, 0});
  EXPECT_EQ(all.size(lane), 3);
  EXPECT_EQ(all.size(inner), 2);
  EXPECT_EQ(all.world_rank(lane, 1), 3);
  EXPECT_EQ(all.world_rank(inner, 0), 1);
  EXPECT_EQ(all.world_rank(inner, 1), 5);
  EXPECT_EQ(all.world_rank(all.lane(kWorld, 0, 0, 1), 4), 4);
}

TEST(Communicators, EveryRankHasAPlaceOfItsOwn) {
  Communicators all(5);
  std::set<Index> places;
  const int comms[] = {kWorld, all.sub(kWorld, 0, {0, 4}), all.lane(kWorld, 0, 0, 2),
                       all.lane(kWorld, 0, 1, 2)};
  int ranks = 0;
  for (const int c : comms)
    for (int r = 0; r < all.size(c); ++r, ++ranks) places.insert(all.place(c, r));
  EXPECT_EQ(std::ssize(places), ranks);
  EXPECT_EQ(ranks, 5 + 2 + 5 + 5);
}

TEST(Communicators, RefuseDifferentNumbersOfLanes) {
  Communicators all(2);
  all.lane(kWorld, 0, 0, 3);
  EXPECT_THROW(all.lane(kWorld, 1, 0, 2), std::invalid_argument);
}

/// Checks repeated runs in one process, as on real machines, which keep their communicators.
TEST(CommunicatorNumbers, StayTheSameAfterARestart) {
  CommunicatorNumbers numbers;
  const auto make = [&] {
    return std::vector{numbers.sub(0, 1, {0, 1}).number, numbers.sub(0, 1, {0, 1}).number,
                       numbers.sub(0, 1, {1, 0}).number};
  };
  const std::vector<int> before = make();
  EXPECT_EQ(numbers.sub(0, 1, {0, 1}).nth, 2);
  numbers.restart();
  EXPECT_EQ(make(), before);
}

}  // namespace
}  // namespace orrery
