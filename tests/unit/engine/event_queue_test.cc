#include "emu/engine/event_queue.h"

#include <algorithm>
#include <random>
#include <vector>

#include <gtest/gtest.h>

namespace orrery {
namespace {

/// Events leave by time, and in order of insertion within a time, however times are interleaved.
TEST(EventQueue, OrderIsTimeThenInsertion) {
  std::mt19937 random(1);
  EventQueue queue;
  std::vector<std::pair<Time, std::uint32_t>> got, want;
  std::uint32_t next = 0;
  Time now{0};
  std::vector<Event> bucket;
  for (int step = 0; step < 2000; ++step) {
    for (auto n = random() % 20; n > 0; --n) {
      const Time t = now + Time(static_cast<std::int64_t>(random() % 300));
      queue.push(t, {Event::Kind::kWake, next, 0});
      want.emplace_back(t, next++);
    }
    if (queue.empty()) continue;
    now = queue.next_time();
    queue.pop(bucket);
    for (const Event& e : bucket) got.emplace_back(now, e.index);
  }
  while (!queue.empty()) {
    now = queue.next_time();
    queue.pop(bucket);
    for (const Event& e : bucket) got.emplace_back(now, e.index);
  }
  std::sort(want.begin(), want.end());
  EXPECT_EQ(got, want);
}

}  // namespace
}  // namespace orrery
