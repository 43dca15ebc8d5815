#include "emu/engine/event_queue.h"

#include <algorithm>
#include <random>
#include <vector>

#include <gtest/gtest.h>

namespace orrery {
namespace {

/// Checks that events leave in order of time, and of insertion at equal times, for any
/// interleaving.
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

/// Checks that removed events never come and others are unaffected, also if a time is used again.
TEST(EventQueue, TakesOutWhatIsNotKept) {
  std::mt19937 random(2);
  EventQueue queue;
  std::vector<std::pair<Time, std::uint32_t>> got, waiting, want;
  std::uint32_t next = 0;
  Time now{0};
  std::vector<Event> bucket;
  const auto pop = [&] {
    now = queue.next_time();
    queue.pop(bucket);
    for (const Event& e : bucket) {
      got.emplace_back(now, e.index);
      std::erase(waiting, std::pair(now, e.index));
    }
  };
  for (int step = 0; step < 500; ++step) {
    for (auto n = random() % 30; n > 0; --n) {
      const Time t = now + Time(static_cast<std::int64_t>(random() % 100));
      queue.push(t, {Event::Kind::kWake, next, 0});
      waiting.emplace_back(t, next);
      want.emplace_back(t, next++);
    }
    if (step % 7 == 0) {
      const std::uint32_t divisor = 2 + static_cast<std::uint32_t>(step) % 5;
      queue.keep_if([&](const Event& e) { return e.index % divisor != 0; });
      for (const auto& event : waiting)
        if (event.second % divisor == 0) std::erase(want, event);
      std::erase_if(waiting, [&](const auto& event) { return event.second % divisor == 0; });
    }
    EXPECT_EQ(queue.size(), waiting.size());
    if (!queue.empty()) pop();
  }
  while (!queue.empty()) pop();
  std::sort(want.begin(), want.end());
  EXPECT_EQ(got, want);
  EXPECT_LT(got.size(), next);
}

/// Checks that the event of a timer comes once, where it would come if it had been added when the timer was set.
TEST(EventQueue, TimersTakeTheirTurnAmongEvents) {
  std::mt19937 random(3);
  EventQueue queue;
  std::vector<std::pair<Time, std::uint32_t>> got, want;
  std::vector<std::pair<Time, std::uint32_t>> timed(9, {Time(-1), 0});
  std::uint32_t next = 0;
  Time now{0};
  const auto add_some = [&](int range) {
    const Time t = now + Time(static_cast<std::int64_t>(random() % static_cast<unsigned>(range)));
    const Event event{Event::Kind::kWake, next++, 0};
    const auto timer = static_cast<std::uint32_t>(random() % 12);
    if (timer >= timed.size()) {
      queue.push(t, event);
      return want.emplace_back(t, event.index), void();
    }
    if (timed[timer].first >= now) std::erase(want, timed[timer]);
    timed[timer] = {t, event.index};
    if (random() % 5 == 0) return timed[timer].first = Time(-1), queue.stop_timer(timer);
    queue.set_timer(timer, t, event);
    want.push_back(timed[timer]);
  };
  for (int step = 0; step < 3000; ++step) {
    for (auto n = random() % 6; n > 0; --n) add_some(12);
    if (queue.empty()) continue;
    now = queue.next_time();
    queue.fire_instant([&](std::span<const Event> events, std::size_t i) {
      const std::uint32_t index = events[i].index;
      got.emplace_back(now, index);
      for (auto& t : timed)
        if (t.second == index) t.first = Time(-1);
      if (random() % 4 == 0) add_some(2);
    });
  }
  std::erase_if(want, [&](const auto& e) { return e.first > now; });
  std::ranges::sort(want);
  EXPECT_EQ(got, want);
}

}  // namespace
}  // namespace orrery
