#include "emu/engine/fibers/fibers.h"

#include <algorithm>
#include <array>
#include <memory>
#include <random>
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

TEST(Fibers, AGuestThatIsCalledRunsAtOnce) {
  Fibers fibers(1);
  std::vector<int> order;
  fibers.spawn([&] {
    const Fibers::Id first = fibers.add_guest(0, [&] { order.push_back(0); });
    const Fibers::Id second = fibers.add_guest(0, [&] {
      order.push_back(2);
      fibers.wake(0);
    });
    fibers.wake(second);
    fibers.run_guest(0, first);
    order.push_back(1);
    fibers.suspend(0);
    order.push_back(3);
  });
  fibers.run_ready();
  EXPECT_EQ(order, (std::vector<int>{0, 1, 2, 3}));
  EXPECT_FALSE(fibers.any_ready());
}

/// Fibers with nested guests, each of which checks the contents of its frames whenever it continues.
class Crowd {
 public:
  static constexpr int kGuests = 3;

  explicit Crowd(Fibers& fibers) : fibers_(fibers) {}

  void have_guests(Fibers::Id self, int generations) {
    const Frame mine(++frames_);
    int left = kGuests;
    const Fibers::Id first = add(self, generations, left, mine, true);
    for (int i = 1; i < kGuests; ++i) fibers_.wake(add(self, generations, left, mine, false));
    fibers_.run_guest(self, first);
    EXPECT_TRUE(mine.is_whole());
    if (left > 0) fibers_.suspend(self);
    EXPECT_TRUE(mine.is_whole());
  }
  /// Wakes all waiting fibers, in any order, until none waits.
  void go_on() {
    std::mt19937 random(7);
    while (!waiting_.empty()) {
      std::vector<Fibers::Id> now;
      now.swap(waiting_);
      std::ranges::shuffle(now, random);
      for (const Fibers::Id id : now) fibers_.wake(id);
      fibers_.run_ready();
    }
  }
  int ended() const { return ended_; }

 private:
  class Frame {
   public:
    explicit Frame(int value) : value_(value) { values_.fill(value); }
    bool is_whole() const {
      return std::ranges::all_of(values_, [this](int v) { return v == value_; });
    }

   private:
    volatile int value_;
    std::array<int, 60> values_;
  };

  void pause(Fibers::Id self) {
    waiting_.push_back(self);
    fibers_.suspend(self);
  }
  Fibers::Id add(Fibers::Id host, int generations, int& left, const Frame& host_frame,
                 bool called) {
    const auto self = std::make_shared<Fibers::Id>();
    return *self =
               fibers_.add_guest(host, [this, self, host, generations, &left, &host_frame, called] {
                 const Frame mine(++frames_);
                 pause(*self);
                 EXPECT_TRUE(mine.is_whole() && host_frame.is_whole());
                 if (generations > 1) have_guests(*self, generations - 1);
                 pause(*self);
                 EXPECT_TRUE(mine.is_whole() && host_frame.is_whole());
                 ++ended_;
                 if (--left == 0 && !called) fibers_.wake(host);
               });
  }

  Fibers& fibers_;
  std::vector<Fibers::Id> waiting_;
  int frames_ = 0, ended_ = 0;
};

TEST(Fibers, GuestsKeepTheirFrames) {
  constexpr int kHosts = 5, kTimes = 4;
  Fibers fibers(kHosts);
  Crowd crowd(fibers);
  for (Fibers::Id host = 0; host < kHosts; ++host)
    fibers.spawn([&crowd, host] {
      for (int i = 0; i < kTimes; ++i)
        crowd.have_guests(host, 1 + (static_cast<int>(host) + i) % 3);
    });
  fibers.run_ready();
  crowd.go_on();
  constexpr std::array kByGenerations{3, 3 + 9, 3 + 9 + 27};
  int expected = 0;
  for (int host = 0; host < kHosts; ++host)
    for (int i = 0; i < kTimes; ++i)
      expected += kByGenerations[static_cast<std::size_t>(host + i) % 3];
  EXPECT_EQ(crowd.ended(), expected);
}

}  // namespace
}  // namespace orrery
