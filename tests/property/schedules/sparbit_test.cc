#include "algorithms/schedules/sparbit.h"

#include <numeric>
#include <random>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "algorithms/common/arithmetic.h"
#include "algorithms/verify.h"
#include "emu/trace/trace.h"
#include "tests/network.h"

namespace orrery {
namespace {

constexpr int kMostRanks = 600;

/// Checks that every rank sends exactly p - 1 blocks, none twice to a rank and none before it holds
/// it, that receivers expect these blocks, and that in the end every rank holds all. All trees are
/// equal except for a shift, so one rank represents all; for small p every rank is checked.
TEST(Sparbit, EverySendIsDueAndNoneIsInVain) {
  for (int p = 1; p <= kMostRanks; ++p) {
    const auto steps = sparbit::steps(p);
    ASSERT_EQ(static_cast<int>(steps.size()), ceil_log2(p)) << p;
    for (int r = 0; r < (p <= 64 ? p : 1); ++r) {
      std::set<int> held{r};
      std::set<std::pair<int, int>> sent;  // block, to
      int blocks = 0;
      for (const auto& [d, count] : steps) {
        std::set<int> arriving;
        for (int x = 0; x < count; ++x) {
          const int block = sparbit::sent(r, x, d, p), to = mod(r + d, p), from = mod(r - d, p);
          ASSERT_TRUE(held.contains(block)) << "p = " << p << ", d = " << d;
          ASSERT_TRUE(sent.emplace(block, to).second) << "p = " << p << ", d = " << d;
          const int expected = sparbit::received(r, x, d, p);
          ASSERT_EQ(expected, sparbit::sent(from, x, d, p)) << "p = " << p << ", d = " << d;
          ASSERT_FALSE(held.contains(expected)) << "p = " << p << ", d = " << d;
          ASSERT_TRUE(arriving.insert(expected).second) << "p = " << p << ", d = " << d;
        }
        held.merge(arriving);
        blocks += count;
      }
      ASSERT_EQ(blocks, p - 1);
      ASSERT_EQ(static_cast<int>(held.size()), p);
    }
  }
}

TEST(Sparbit, DistancesHalve) {
  const auto steps = sparbit::steps(21);
  std::vector<int> distances, blocks;
  for (const auto& [d, count] : steps) distances.push_back(d), blocks.push_back(count);
  EXPECT_EQ(distances, (std::vector{16, 8, 4, 2, 1}));
  EXPECT_EQ(blocks, (std::vector{1, 1, 3, 5, 10}));  // 21 = 10101 in binary: 8 and 2 hold one back
}

/// Checks Fig. 3 of the paper: the blocks that each of five ranks holds after each step of a run.
TEST(Sparbit, FiveRanksStepByStepAsInThePaper) {
  Problem five;
  five.p = 5;
  five.count = 1;
  const Network network = testing::network_of("full:5");
  for (const char* variant : {"sparbit", "sparbit-joined"}) {
    Trace trace;
    execute(find_algorithm("allgather", variant), five, network, {}, PayloadKind::kGhost,
            find_op("sum", "uint8"), &trace);
    // Maps a round to (source, destination, number of blocks).
    std::vector<std::vector<std::int64_t>> to_rank_0(3, std::vector<std::int64_t>(5));
    for (const auto& m : trace.messages)
      if (m.destination == 0)
        to_rank_0[static_cast<std::size_t>(m.round)][static_cast<std::size_t>(m.source)] +=
            m.elements;
    EXPECT_EQ(to_rank_0[0], (std::vector<std::int64_t>{0, 1, 0, 0, 0})) << variant;  // d = 4
    EXPECT_EQ(to_rank_0[1], (std::vector<std::int64_t>{0, 0, 0, 1, 0})) << variant;  // d = 2
    EXPECT_EQ(to_rank_0[2], (std::vector<std::int64_t>{0, 0, 0, 0, 2})) << variant;  // d = 1
  }
  // The blocks that each rank holds after steps 0, 1, 2 (the columns of the figure).
  const std::vector<std::vector<std::set<int>>> figure{
      {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 0}},
      {{0, 1, 3}, {1, 2, 4}, {2, 3, 0}, {3, 4, 1}, {4, 0, 2}},
      {{0, 1, 2, 3, 4}, {0, 1, 2, 3, 4}, {0, 1, 2, 3, 4}, {0, 1, 2, 3, 4}, {0, 1, 2, 3, 4}}};
  std::vector<std::set<int>> held{{0}, {1}, {2}, {3}, {4}};
  const auto steps = sparbit::steps(5);
  ASSERT_EQ(steps.size(), 3U);
  for (std::size_t s = 0; s < 3; ++s) {
    for (int r = 0; r < 5; ++r)
      for (int x = 0; x < steps[s].blocks; ++x)
        held[static_cast<std::size_t>(r)].insert(sparbit::received(r, x, steps[s].d, 5));
    EXPECT_EQ(held, figure[s]) << "step " << s;
  }
}

/// Returns the completion time of an irregular allgather without contention.
Time unhindered(const char* algorithm, const std::vector<std::int64_t>& sizes) {
  Problem x;
  x.p = static_cast<int>(sizes.size());
  x.sizes = sizes;
  x.count = std::accumulate(sizes.begin(), sizes.end(), std::int64_t{0});
  Network network = testing::network_of(text_of("full:", x.p));
  network.ports.kind = Ports::Kind::kUnlimited;
  return execute(find_algorithm("allgatherv", algorithm), x, network, {}, PayloadKind::kGhost,
                 find_op("sum", "uint8"))
      .metrics.completion;
}

/// Checks that every message is posted at least as early as with blocking steps; small blocks need not
/// wait for large ones.
TEST(Sparbit, WithoutBlockingItIsNeverSlowerWhereNoMessageIsInAnothersWay) {
  std::mt19937 random(11);
  int faster = 0, runs = 0;
  for (int p = 1; p <= 70; ++p)
    for (const unsigned most : {1U, 100U, 100'000U}) {
      std::vector<std::int64_t> sizes;
      sizes.reserve(static_cast<std::size_t>(p));
      for (int r = 0; r < p; ++r)
        sizes.push_back(random() % 4 == 0 ? 0 : static_cast<int>(random() % most));
      const Time blocking = unhindered("sparbit", sizes);
      const Time unblocked = unhindered("sparbit-nonblocking", sizes);
      ASSERT_LE(unblocked, blocking) << "p = " << p << ", most = " << most;
      faster += unblocked < blocking ? 1 : 0;
      ++runs;
    }
  EXPECT_GT(2 * faster, runs);
}

}  // namespace
}  // namespace orrery
