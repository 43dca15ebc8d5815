// Tests schedules on the circulant graph: they are correct for every p, both constructions are
// equal, and range_blocks equals brute force. exhaustive_test.cc goes up to p = 2^17.
#include <algorithm>
#include <random>
#include <set>
#include <stdexcept>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "algorithms/schedules/circulant.h"
#include "algorithms/schedules/trees/greedy.h"

namespace orrery::circulant {
namespace {

std::size_t at(int i) {
  return static_cast<std::size_t>(i);
}

TEST(CirculantSchedules, SkipsOfTwenty) {
  const Skips skip(20);
  ASSERT_EQ(skip.q, 5);
  const std::vector<int> want{1, 2, 3, 5, 10, 20};
  for (int k = 0; k <= 5; ++k) EXPECT_EQ(skip[k], want[at(k)]);
  EXPECT_EQ(skip.to(17, 3), 2);
  EXPECT_EQ(skip.from(2, 3), 17);
}

TEST(CirculantSchedules, OneAndTwoProcessors) {
  const Skips one(1), two(2);
  EXPECT_EQ(one.q, 0);
  EXPECT_EQ(receive_schedule(one, 0), Schedule{});
  EXPECT_EQ(send_schedule(one, 0), Schedule{});
  EXPECT_EQ(receive_schedule(two, 1)[0], 0);
  EXPECT_EQ(send_schedule(two, 0)[0], 0);
}

TEST(CirculantSchedules, BaseblockIsReceivedInTheHomeRound) {
  for (int p = 2; p <= 300; ++p) {
    const Skips skips(p);
    EXPECT_EQ(baseblock(skips, 0), skips.q);
    for (int r = 1; r < p; ++r) {
      const Schedule receive = receive_schedule(skips, r);
      ASSERT_EQ(receive[at(home_round(skips, r))], baseblock(skips, r)) << p << ", r = " << r;
    }
  }
}

TEST(CirculantSchedules, RangeBlocksEqualTheBruteForceSet) {
  for (int p = 2; p <= 130; ++p) {
    const Skips skips(p);
    std::vector<std::uint32_t> block(at(p));
    for (int i = 1; i < p; ++i) block[at(i)] = std::uint32_t{1} << baseblock(skips, i);
    for (int a = -p; a < p; ++a) {
      std::uint32_t want = 0;
      for (int b = a; b < a + p; ++b) {
        want |= block[at((b + p) % p)];
        ASSERT_EQ(range_blocks(skips, a, b), want) << "p = " << p << ", " << a << ".." << b;
      }
    }
  }
}

TEST(CirculantSchedules, ConditionsHoldForEveryP) {
  for (int p = 1; p <= 2000; ++p) ASSERT_EQ(violation(p), "");
}

// If all skips are odd, or all but one, subtrees end early and exceptions are most frequent.
TEST(CirculantSchedules, ConditionsHoldNearPowersOfTwo) {
  for (const int scale : {4096, 3 * 2048, 5 * 1024, 16384})
    for (int p = scale - 3; p <= scale + 3; ++p) ASSERT_EQ(violation(p), "");
}

TEST(CirculantSchedules, EqualThePapersConstruction) {
  for (int p = 2; p <= 2000; ++p) {
    const Skips skips(p);
    for (int r = 0; r < p; ++r)
      ASSERT_EQ(receive_schedule(skips, r), greedy_receive_schedule(skips, r))
          << p << ", r = " << r;
  }
  for (int p = 2; p <= 300; ++p) {
    const Skips skips(p);
    for (int r = 0; r < p; ++r)
      ASSERT_EQ(send_schedule(skips, r), greedy_send_schedule(skips, r)) << p << ", r = " << r;
  }
}

TEST(CirculantSchedules, TableHoldsTheSchedulesOfAllProcessors) {
  const Skips skips(1000);
  const ScheduleTable table(skips);
  for (int r = 0; r < 1000; ++r)
    for (int k = 0; k < skips.q; ++k) {
      ASSERT_EQ(table.receive(r, k), receive_schedule(skips, r)[at(k)]);
      ASSERT_EQ(table.send(r, k), send_schedule(skips, r)[at(k)]);
    }
}

/// Checks the schedule of processor r with itself and with its partners.
void expect_consistent(const Skips& skips, int r) {
  const int q = skips.q;
  const Schedule receive = receive_schedule(skips, r), send = send_schedule(skips, r);
  SCOPED_TRACE(fmt::format("p = {}, r = {}", skips.p, r));
  ASSERT_EQ(receive, greedy_receive_schedule(skips, r));
  std::set<int> blocks, has{baseblock(skips, r) - q};
  for (int k = 0; k < q; ++k) {
    const int in = receive[at(k)], out = send[at(k)];
    ASSERT_EQ(out, receive_schedule(skips, skips.to(r, k))[at(k)]) << "round " << k;
    ASSERT_EQ(in, send_schedule(skips, skips.from(r, k))[at(k)]) << "round " << k;
    ASSERT_EQ(in >= 0, r > 0 && k == home_round(skips, r)) << "round " << k;
    if (r == 0) {
      ASSERT_EQ(out, k);
    } else if (skips.to(r, k) != 0) {
      ASSERT_TRUE(has.count(out) > 0) << "round " << k;
    }
    has.insert(in);
    blocks.insert(in < 0 ? in + q : in);
  }
  ASSERT_EQ(static_cast<int>(blocks.size()), q);
}

TEST(CirculantSchedules, ConsistentForLargeP) {
  constexpr unsigned kSeed = 20230;
  std::mt19937 random(kSeed);
  const int k20 = 1 << 20, k30 = 1 << 30;
  const std::vector<int> sizes{k20 - 1,     k20,           k20 + 1,      3 * (1 << 20) + 1,
                               1'000'003,   999'983,       16'777'213,   k30 - 1,
                               k30,         k30 + 1,       3 << 28,      (3 << 28) + 1,
                               998'244'353, 1'000'000'007, 2'147'483'647};
  for (const int p : sizes) {
    const Skips skips(p);
    std::uniform_int_distribution<int> any(0, p - 1);
    std::vector<int> ranks(300);
    for (int& r : ranks) r = any(random);
    for (int i = 0; i < 40; ++i) {  // where subtrees begin and end
      ranks.push_back(i);
      ranks.push_back(p - 1 - i);
      const std::int64_t s = skips[i % skips.q], t = skips[skips.q - 1];
      for (const std::int64_t x : {s - 1, s, s + 1, t + s, t - s, t + s - 1, p - s, p - s - 1})
        ranks.push_back(static_cast<int>(std::clamp<std::int64_t>(x, 0, p - 1)));
    }
    for (const int r : ranks) ASSERT_NO_FATAL_FAILURE(expect_consistent(skips, r));
  }
}

}  // namespace
}  // namespace orrery::circulant
