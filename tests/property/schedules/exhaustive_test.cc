// Tests the circulant schedules of every p up to 2^17: 9 * 10^9 processors, about an hour of one
// core.
#include <algorithm>
#include <atomic>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "algorithms/schedules/circulant.h"
#include "algorithms/schedules/trees/greedy.h"

namespace orrery::circulant {
namespace {

using circulant::violation;

/// Runs check(p) for p = most, most - step, ... on all cores. Returns the first complaint, or
/// nothing.
template <class Check>
std::string for_every_p(int most, int step, Check check) {
  std::atomic<int> next = most;
  std::mutex mutex;
  std::string complaint;
  const auto work = [&] {
    for (int p = next.fetch_sub(step); p >= 1; p = next.fetch_sub(step)) {
      const std::string found = check(p);
      if (found.empty()) continue;
      const std::scoped_lock lock(mutex);
      complaint = found;
      next = 0;
    }
  };
  std::vector<std::jthread> threads;
  for (unsigned i = 0; i < std::max(1U, std::thread::hardware_concurrency()); ++i)
    threads.emplace_back(work);
  threads.clear();
  return complaint;
}

constexpr int kShares = 32;  // of all p up to 2^17, to stay below the time limit of a test

class CirculantSchedulesUpTo2To17 : public ::testing::TestWithParam<int> {};

TEST_P(CirculantSchedulesUpTo2To17, ConditionsHold) {
  EXPECT_EQ(for_every_p((1 << 17) - GetParam(), kShares, violation), "");
}

INSTANTIATE_TEST_SUITE_P(Share, CirculantSchedulesUpTo2To17, ::testing::Range(0, kShares));

TEST(CirculantSchedules, EqualThePapersConstructionForEveryPUpTo2To13) {
  const auto difference = [](int p) -> std::string {
    const Skips skips(p);
    for (int r = 0; r < p; ++r)
      if (receive_schedule(skips, r) != greedy_receive_schedule(skips, r))
        return fmt::format("p = {}, r = {}", p, r);
    return "";
  };
  EXPECT_EQ(for_every_p(1 << 13, 1, difference), "");
}

}  // namespace
}  // namespace orrery::circulant
