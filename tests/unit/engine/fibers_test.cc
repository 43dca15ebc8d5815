#include "emu/engine/fibers.h"

#include <memory>
#include <vector>

#include <gtest/gtest.h>

namespace orrery {
namespace {

TEST(Fibers, RunInTheOrderTheyBecameReady) {
  Fibers fibers(3);
  std::vector<int> order;
  for (int i = 0; i < 3; ++i)
    fibers.spawn([&fibers, &order, i] {
      order.push_back(i);
      fibers.suspend(static_cast<Fibers::Id>(i));
      order.push_back(10 + i);
    });
  fibers.run_ready();
  for (const int i : {2, 0, 1}) fibers.wake(static_cast<Fibers::Id>(i));
  fibers.run_ready();
  EXPECT_EQ(order, (std::vector<int>{0, 1, 2, 12, 10, 11}));
}

TEST(Fibers, AreUsedAgainAndForgetTheirBodies) {
  Fibers fibers(1);
  const auto held = std::make_shared<int>(0);
  for (int round = 0; round < 5; ++round) {
    std::vector<Fibers::Id> ids;
    for (int i = 0; i < 40; ++i) ids.push_back(fibers.spawn([copy = held] { ++*copy; }));
    for (const Fibers::Id id : ids) EXPECT_LT(id, 40U);
    EXPECT_EQ(held.use_count(), 41);
    fibers.run_ready();
    EXPECT_EQ(held.use_count(), 1);
    EXPECT_FALSE(fibers.any_ready());
  }
  EXPECT_EQ(*held, 200);
}

TEST(Fibers, MaySpawnOthers) {
  Fibers fibers(1);
  int ended = 0;
  for (int i = 0; i < 3; ++i)
    fibers.spawn([&] {
      for (int k = 0; k < 100; ++k) fibers.spawn([&] { ++ended; });
    });
  fibers.run_ready();
  EXPECT_EQ(ended, 300);
}

}  // namespace
}  // namespace orrery
