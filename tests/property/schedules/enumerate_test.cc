// Tests the enumeration of all correct schedules on the circulant graph: counts against a plain
// search, the conditions for every schedule, and both schedules of Table 5 of the paper.
#include "algorithms/schedules/enumerate.h"

#include <algorithm>
#include <array>
#include <set>
#include <stdexcept>
#include <vector>

#include <gtest/gtest.h>

namespace orrery::circulant {
namespace {

std::size_t position(int i) {
  return static_cast<std::size_t>(i);
}

/// Counts round by round: any block of the phase before that the sender has and the receiver lacks.
class PlainSearch {
 public:
  explicit PlainSearch(int p) : skips_(p), has_(position(p)) {
    for (int r = 1; r < p; ++r) has_[position(r)] = 1U << baseblock(skips_, r);
  }
  std::uint64_t count() { return skips_.q == 0 ? 1 : count(0, 1, has_); }

 private:
  /// Counts schedules from processor r in round k on; `before` has the blocks of every processor
  /// when the round began.
  std::uint64_t count(int k, int r, std::vector<unsigned> before) {
    const int q = skips_.q;
    if (r == skips_.p) {
      if (k == q - 1) return complete() ? 1 : 0;
      return count(k + 1, 1, has_);
    }
    if (k == home_round(skips_, r)) return count(k, r + 1, before);
    std::uint64_t sum = 0;
    const unsigned offered = before[position(skips_.from(r, k))] & ~has_[position(r)];
    for (unsigned left = offered; left != 0; left &= left - 1) {
      const unsigned b = left & -left;
      has_[position(r)] |= b;
      sum += count(k, r + 1, before);
      has_[position(r)] &= ~b;
    }
    return sum;
  }
  bool complete() const {
    return std::all_of(has_.begin() + 1, has_.end(),
                       [this](unsigned h) { return h == (1U << skips_.q) - 1; });
  }

  Skips skips_;
  std::vector<unsigned> has_;
};

TEST(EnumerateSchedules, AsManyAsAPlainSearchFinds) {
  for (int p = 1; p <= 16; ++p)
    EXPECT_EQ(count_schedules(p), PlainSearch(p).count()) << "p = " << p;
}

TEST(EnumerateSchedules, CountsThatTheHeaderNames) {
  for (const int p : {1, 2, 3, 4, 5, 6, 7, 8, 14, 15, 16, 31, 32, 63, 64, 127, 128})
    EXPECT_EQ(count_schedules(p), 1U) << "p = " << p;
  EXPECT_EQ(count_schedules(9), 9U);
  EXPECT_EQ(count_schedules(20), 196U);
  EXPECT_EQ(count_schedules(33), 67'690'737U);
  EXPECT_EQ(count_schedules(36), 96'944'121U);
}

TEST(EnumerateSchedules, CountGivesUpAtTheLimit) {
  EXPECT_EQ(count_schedules(33, 10), std::nullopt);
  EXPECT_EQ(count_schedules(1000, 1000), std::nullopt);
  EXPECT_THROW(count_schedules(0), std::invalid_argument);
  EXPECT_THROW(count_schedules(4097), std::invalid_argument);
  EXPECT_THROW(for_each_schedule(0, [](ReceiveSchedules) { return true; }), std::invalid_argument);
}

/// Returns whether a schedule meets conditions 1-4, from its receive schedules alone.
bool correct(const Skips& skips, ReceiveSchedules receive) {
  const int q = skips.q;
  for (int r = 1; r < skips.p; ++r) {
    std::set<int> blocks;
    int new_blocks = 0;
    for (int k = 0; k < q; ++k) {
      const int b = receive[position(r)][position(k)], f = skips.from(r, k);
      blocks.insert(b < 0 ? b + q : b);
      new_blocks += b >= 0 ? 1 : 0;
      const Schedule& of_sender = receive[position(f)];
      const bool early = std::count(of_sender.begin(), of_sender.begin() + k, b) > 0;
      const bool before = b < 0 && std::count(of_sender.begin(), of_sender.begin() + q, b + q) > 0;
      if (f == 0 ? b != k : !early && !before) return false;
    }
    if (static_cast<int>(blocks.size()) != q || new_blocks != 1) return false;
  }
  return true;
}

TEST(EnumerateSchedules, ListsEachCorrectScheduleOnceAndTheConstructedOneAmongThem) {
  for (int p = 1; p <= 31; ++p) {
    const Skips skips(p);
    std::set<std::vector<Schedule>> all;
    std::vector<Schedule> constructed(position(p));
    for (int r = 1; r < p; ++r) constructed[position(r)] = receive_schedule(skips, r);
    const std::uint64_t calls = for_each_schedule(p, [&](ReceiveSchedules receive) {
      EXPECT_TRUE(correct(skips, receive)) << "p = " << p;
      all.emplace(receive.begin(), receive.end());
      return true;
    });
    EXPECT_EQ(calls, all.size()) << "p = " << p;
    EXPECT_EQ(count_schedules(p), calls) << "p = " << p;
    EXPECT_EQ(all.count(constructed), 1U) << "p = " << p;
  }
}

TEST(EnumerateSchedules, ListingStopsWhenTold) {
  EXPECT_EQ(for_each_schedule(33, [](ReceiveSchedules) { return false; }), 1U);
}

/// Returns the place in the list of the schedule of p = 9 with these rows (round, processor 1 .. 8),
/// or -1.
int place(const std::array<std::array<int, 8>, 4>& rows) {
  int found = -1, i = 0;
  for_each_schedule(9, [&](ReceiveSchedules receive) {
    bool same = true;
    for (int k = 0; k < 4; ++k)
      for (int r = 1; r < 9; ++r)
        same = same && receive[position(r)][position(k)] == rows[position(k)][position(r - 1)];
    if (same) found = i;
    ++i;
    return true;
  });
  return found;
}

// The fourth and the fifth of nine. They differ at processor 8: blocks of rounds 1 and 2 are
// swapped.
TEST(EnumerateSchedules, BothSchedulesOfTable5AreInTheList) {
  EXPECT_EQ(place({{{0, -4, -3, -2, -4, -1, -4, -3},
                    {-2, 1, -4, -3, -2, -2, -1, -4},
                    {-3, -2, 2, 0, -3, -3, -2, -1},
                    {-1, -1, -1, -1, 3, 0, 1, 2}}}),
            3);
  EXPECT_EQ(place({{{0, -4, -3, -2, -4, -1, -4, -3},
                    {-2, 1, -4, -3, -2, -2, -1, -1},
                    {-3, -2, 2, 0, -3, -3, -2, -4},
                    {-1, -1, -1, -1, 3, 0, 1, 2}}}),
            4);
}

}  // namespace
}  // namespace orrery::circulant
