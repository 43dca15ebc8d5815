// Tests rounds, messages and times of the pipelined ring allgatherv, with contributions of any
// sizes.
#include <algorithm>
#include <cstdint>
#include <map>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>

#include "algorithms/common/distributions.h"
#include "algorithms/verify.h"
#include "emu/trace/trace.h"
#include "tests/network.h"

namespace orrery {
namespace {

using Sizes = std::vector<std::int64_t>;

Network network_for(int p) {
  Network network = testing::network_of(text_of("full:", p));
  network.costs.alpha = 1us;
  network.costs.links = {LinkCost{Bandwidth{1e9}, Time(0)}};
  return network;
}

Problem problem_of(const Sizes& sizes, int n, const Network& network) {
  Problem x;
  x.p = static_cast<int>(sizes.size());
  x.count = std::accumulate(sizes.begin(), sizes.end(), std::int64_t{0});
  if (std::ranges::adjacent_find(sizes, std::ranges::not_equal_to{}) != sizes.end())
    x.sizes = sizes;
  x.blocks = n;
  x.cost = {network.costs.alpha, {1000}, {}};
  x.network = &network;
  return x;
}

Execution run(const char* algorithm, const Sizes& sizes, int n, Trace* trace = nullptr) {
  const Network network = network_for(static_cast<int>(sizes.size()));
  return execute(find_algorithm("allgatherv", algorithm), problem_of(sizes, n, network), network,
                 {}, PayloadKind::kReal, find_op("sum", "uint8"), trace);
}

std::vector<Sizes> all_sizes(int p) {
  std::vector<Sizes> all{Sizes(std::size_t(p), 12), Sizes(std::size_t(p), 0)};
  for (const char* name : {"random", "mod3", "spikes", "decreasing", "two_blocks", "alternating"})
    for (const std::int64_t count : {7, 400})
      all.push_back(block_shares(find_distribution(name), p, count, {}));
  for (int rank = 0; rank < p; ++rank) {
    all.emplace_back(std::size_t(p), 0)[std::size_t(rank)] = 50;  // all in one, or nothing there
    all.emplace_back(std::size_t(p), 9)[std::size_t(rank)] = 0;
  }
  return all;
}

/// Returns the total number of blocks less the smallest number of a contribution; each has at
/// least one.
std::int64_t closed_form(const Sizes& sizes, int n) {
  if (sizes.size() == 1) return 0;
  const std::int64_t m = std::accumulate(sizes.begin(), sizes.end(), std::int64_t{0});
  const std::int64_t s = std::max<std::int64_t>(1, (m + n - 1) / n);
  std::int64_t all = 0, fewest = m + 1;
  for (const std::int64_t size : sizes) {
    const std::int64_t own = std::max<std::int64_t>(1, (size + s - 1) / s);
    all += own;
    fewest = std::min(fewest, own);
  }
  return all - fewest;
}

TEST(RingBlocks, TakesTheRoundsOfTheClosedForm) {
  for (int p = 1; p <= 17; ++p)
    for (const Sizes& sizes : all_sizes(p))
      for (const int n : {1, 2, 5, 16, 60, 1000}) {
        const Execution e = run("ring-blocks", sizes, n);
        ASSERT_TRUE(e.verified.value()) << p << ' ' << n << ' ' << e.mismatch;
        ASSERT_EQ(e.metrics.rounds, closed_form(sizes, n)) << p << ' ' << n;
        if (e.metrics.messages > 0) {
          ASSERT_LE(e.metrics.rounds, n + p - 2) << p << ' ' << n;
        }
      }
}

/// Checks messages and bytes between neighbours against the counters of MPICH's ring, which cuts blocks into pieces of
/// s elements.
TEST(RingBlocks, SendsWhatTheCountersOfMpichSay) {
  for (const int p : {2, 3, 5, 8, 13})
    for (const Sizes& sizes : all_sizes(p))
      for (const int n : {1, 3, 20}) {
        const std::int64_t m = std::accumulate(sizes.begin(), sizes.end(), std::int64_t{0});
        const std::int64_t s = std::max<std::int64_t>(1, (m + n - 1) / n);
        Trace trace;
        run("ring-blocks", sizes, n, &trace);
        std::map<int, std::pair<std::int64_t, std::int64_t>> sent, expected;
        for (const auto& message : trace.messages) {
          ASSERT_EQ(message.destination, (message.source + 1) % p);
          ASSERT_LE(message.elements, s);
          ++sent[message.source].first;
          sent[message.source].second += message.elements;
        }
        for (int r = 0; r < p; ++r) {
          int at = r;
          std::int64_t offset = 0;
          for (std::int64_t left = m - sizes[std::size_t((r + 1) % p)]; left > 0;) {
            const std::int64_t now = std::min(s, sizes[std::size_t(at)] - offset);
            if (now > 0) ++expected[r].first, expected[r].second += now;
            left -= now;
            offset += now;
            if (offset == sizes[std::size_t(at)]) at = (at + p - 1) % p, offset = 0;
          }
        }
        ASSERT_EQ(sent, expected) << p << ' ' << n;
      }
}

/// Checks that equal contributions stay whole if there are no more blocks than ranks.
TEST(RingBlocks, IsTheRingWhereContributionsAreEqualAndBlocksFew) {
  for (const int p : {2, 3, 7, 12}) {
    const Sizes sizes(std::size_t(p), 30);
    const Execution ring = run("ring", sizes, 0), blocks = run("ring-blocks", sizes, p);
    EXPECT_EQ(blocks.metrics.completion, ring.metrics.completion);
    EXPECT_EQ(blocks.metrics.rounds, ring.metrics.rounds);
    EXPECT_EQ(blocks.metrics.messages, ring.metrics.messages);
  }
}

/// Checks that one rank contributes everything: the ring takes p - 1 messages of the whole, blocks
/// take (n + p - 2) messages of 1/n.
TEST(RingBlocks, PassesOneLargeContributionOnInAPipeline) {
  constexpr int kRanks = 9, kBlocks = 40;
  Sizes sizes(kRanks, 0);
  sizes[4] = 1'000'000;
  EXPECT_EQ(run("ring", sizes, 0).metrics.completion, 8 * (1us + 1ms));
  EXPECT_EQ(run("ring-blocks", sizes, kBlocks).metrics.completion,
            (kBlocks + kRanks - 2) * (1us + 25us));
}

}  // namespace
}  // namespace orrery
