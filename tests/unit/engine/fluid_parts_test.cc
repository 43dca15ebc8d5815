// Tests the containers and sums of FlowRates against simple, slow ones.
#include <cmath>
#include <limits>
#include <map>
#include <random>
#include <set>

#include <gtest/gtest.h>

#include "emu/engine/links/crossings.h"
#include "emu/engine/links/exact_rate.h"
#include "emu/engine/links/link_heap.h"

namespace orrery::testing {
namespace {

TEST(Crossings, AreThoseThatSomeFlowCrosses) {
  std::mt19937 random(1);
  const auto below = [&](std::uint32_t n) { return static_cast<std::uint32_t>(random() % n); };
  for (const std::uint32_t links : {6U, 40U, 3000U}) {
    Crossings crossings;
    std::map<LinkSlot, std::uint32_t> expected;
    for (int i = 0; i < 4000; ++i) {
      const LinkSlot s = 64 * below(links);  // many have the same place at first
      const std::uint32_t flows = 1 + below(3);
      if (below(2) == 0) {
        crossings.add(s, flows);
        expected[s] += flows;
      } else if (const auto known = expected.find(s); known != expected.end()) {
        const std::uint32_t fewer = std::min(flows, known->second);
        crossings.remove(s, fewer);
        known->second -= fewer;
        if (known->second == 0) expected.erase(known);
      }
      if (i % 50 != 0) continue;
      std::map<LinkSlot, std::uint32_t> found;
      for (const auto& crossed : crossings.links()) found[crossed.link] += crossed.flows;
      ASSERT_EQ(found, expected) << "step " << i << " with " << links << " links";
      ASSERT_EQ(crossings.links().size(), expected.size());
    }
  }
}

TEST(LinkHeap, GivesTheLargestKeyFirstAndEqualOnesByLink) {
  std::mt19937 random(1);
  LinkHeap heap;
  heap.resize(60);
  std::set<std::pair<double, LinkSlot>> expected;  // by -key
  for (int i = 0; i < 5000; ++i) {
    const auto key = static_cast<double>(1 + random() % 20);
    if (const auto s = static_cast<LinkSlot>(random() % 60);
        random() % 2 == 0 && key > heap.key(s)) {
      expected.erase({-heap.key(s), s});
      expected.insert({-key, s});
      heap.raise(s, key);
    } else if (!expected.empty()) {
      const auto [first, link] = *expected.begin();
      ASSERT_EQ(heap.top().link, link);
      ASSERT_EQ(heap.top().key, -first);
      expected.erase(expected.begin());
      if (random() % 3 == 0 && key < -first) {
        heap.lower_top(key);
        expected.insert({-key, link});
      } else {
        heap.pop();
        EXPECT_EQ(heap.key(link), 0);
      }
    }
    ASSERT_EQ(heap.empty(), expected.empty());
  }
}

TEST(ExactRate, IsWhatTheCompilerConverts) {
  std::mt19937_64 random(1);
  for (int i = 0; i < 20000; ++i) {
    const double ps_per_byte = std::ldexp(1 + static_cast<double>(random() % 1000003) / 1000003,
                                          static_cast<int>(random() % 80) - 25);
    ASSERT_EQ(exact_rate(ps_per_byte), static_cast<ExactRate>(0x1p100 / ps_per_byte));
    const ExactRate sum =
        ((static_cast<ExactRate>(random() >> 1) << 64) | random()) >> (random() % 127);
    ASSERT_EQ(bytes_per_ps(sum), static_cast<double>(sum) * 0x1p-100);
    const ExactRate half = sum | static_cast<ExactRate>(1) << 54 | 1;  // often between two doubles
    ASSERT_EQ(bytes_per_ps(half), static_cast<double>(half) * 0x1p-100);
  }
  EXPECT_EQ(exact_rate(std::numeric_limits<double>::infinity()), 0);
  EXPECT_EQ(bytes_per_ps(0), 0);
}

}  // namespace
}  // namespace orrery::testing
