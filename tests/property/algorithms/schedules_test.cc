// The correctness conditions of the circulant schedules (Träff 2023, Sec. 2) for every p, and
// range_blocks against brute force.
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "algorithms/common/arithmetic.h"
#include "algorithms/schedules/circulant.h"
#include "emu/payload/slice.h"

namespace orrery::circulant {
namespace {

constexpr int kMostRanks = 400;

std::size_t at(int i) {
  return static_cast<std::size_t>(i);
}

TEST(CirculantSchedules, SkipsOfTwenty) {
  const Skips skip(20);
  ASSERT_EQ(skip.q, 5);
  const std::vector<int> want{1, 2, 3, 5, 10, 20};
  for (int k = 0; k <= 5; ++k) EXPECT_EQ(skip[k], want[at(k)]);
}

TEST(CirculantSchedules, RangeBlocksEqualTheBruteForceSet) {
  for (int p = 2; p <= 70; ++p) {
    const Skips skips(p);
    for (int a = -p; a < p; ++a)
      for (int b = a; b < a + p && b < 2 * p; ++b) {
        std::uint32_t want = 0;
        for (int i = a; i <= b; ++i)
          if (mod(i, p) != 0) want |= std::uint32_t{1} << baseblock(skips, mod(i, p));
        ASSERT_EQ(range_blocks(skips, a, b), want) << "p = " << p << ", " << a << ".." << b;
      }
  }
}

TEST(CirculantSchedules, CorrectnessConditionsHoldForEveryP) {
  for (int p = 2; p <= kMostRanks; ++p) {
    const Skips skips(p);
    const int q = skips.q;
    std::vector<Schedule> receive, send;
    for (int r = 0; r < p; ++r) {
      receive.push_back(receive_schedule(skips, r));
      send.push_back(send_schedule(skips, r));
    }
    for (int r = 0; r < p; ++r) {
      std::set<int> blocks;
      int own = 0;
      for (int k = 0; k < q; ++k) {
        const int in = receive[at(r)][at(k)], out = send[at(r)][at(k)];
        blocks.insert(mod(in, q));
        own += in >= 0 ? 1 : 0;
        ASSERT_EQ(in, send[at(mod(r - skips[k], p))][at(k)])
            << "condition 2, p = " << p << ", r = " << r;
        if (r == 0) {
          ASSERT_EQ(out, k) << "condition 4, p = " << p;
          continue;
        }
        bool has = false;  // from an earlier phase, or earlier in this one
        for (int j = 0; j < q; ++j)
          has = has || out == receive[at(r)][at(j)] - q || (j < k && out == receive[at(r)][at(j)]);
        ASSERT_TRUE(has) << "condition 3, p = " << p << ", r = " << r << ", k = " << k;
      }
      if (r == 0) continue;
      ASSERT_EQ(static_cast<int>(blocks.size()), q) << "condition 1, p = " << p << ", r = " << r;
      ASSERT_EQ(own, 1) << "condition 1, p = " << p << ", r = " << r;
    }
  }
}

}  // namespace
}  // namespace orrery::circulant
