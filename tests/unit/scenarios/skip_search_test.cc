// Tests the search for skips: exhaustive if possible, never worse than the named sequences, and equal for
// any number of jobs.
#include "scenarios/run/skip_search.h"

#include <algorithm>
#include <set>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "algorithms/common/skips.h"

namespace orrery {
namespace {

RunSpec spec_on(const char* topology, int ranks) {
  RunSpec spec;
  spec.collective = "reduce-scatter";
  spec.algorithm = "circulant";
  spec.topology = topology;
  spec.ranks = ranks;
  spec.bytes = Bytes(48'000);
  spec.costs.alpha = 500ns;
  return spec;
}

/// Returns whether every distance below p is a sum of different skips, by trying all subsets.
bool reaches_all(const std::vector<int>& skips, int p) {
  std::set<int> sums{0};
  for (const int s : skips)
    for (const int sum : std::set<int>(sums)) sums.insert(sum + s);
  for (int i = 1; i < p; ++i)
    if (!sums.contains(i)) return false;
  return true;
}

/// Counts sequences from `s` down to 1 that continue `begun`.
void count_sequences(std::vector<int>& begun, int s, int p, std::size_t& count) {
  if (s == 0) {
    count += !begun.empty() && begun.back() == 1 && reaches_all(begun, p) ? 1U : 0U;
    return;
  }
  count_sequences(begun, s - 1, p, count);
  begun.push_back(s);
  count_sequences(begun, s - 1, p, count);
  begun.pop_back();
}

TEST(SkipSearch, TriesAllWhereThereAreFew) {
  for (int p = 2; p <= 10; ++p) {
    const SkipSearch found = search_skips(spec_on("full:10", p), {.most = 300});
    EXPECT_TRUE(found.all);
    std::vector<int> begun;
    std::size_t count = 0;
    count_sequences(begun, p - 1, p, count);
    EXPECT_EQ(found.tried.size(), count) << p;
    // With one port and no shared links all sequences send the same data: the fewest rounds are
    // best.
    EXPECT_EQ(found.tried.front().skips.size(), circulant::halving_skips(p).size()) << p;
  }
}

TEST(SkipSearch, WhatItSaysIsWhatRunsTake) {
  const RunSpec spec = spec_on("torus:3x4", 12);
  const SkipSearch found = search_skips(spec, {.most = 60});
  EXPECT_FALSE(found.all);
  EXPECT_LE(found.tried.size(), 60U);
  for (const TriedSkips& t : found.tried) {
    EXPECT_TRUE(reaches_all(t.skips, 12));
    EXPECT_EQ(run_one(with_skips(spec, t.skips)).metrics.completion, t.time);
  }
  EXPECT_TRUE(std::ranges::is_sorted(found.tried, {}, &TriedSkips::time));
}

TEST(SkipSearch, IsNeverWorseThanTheNamedOnesAndFindsTheBestOfSmallNetworks) {
  for (const char* topology : {"torus:3x4", "torus:12", "fat-tree:4,2", "mesh:12", "star:12"}) {
    const RunSpec spec = spec_on(topology, 12);
    const SkipSearch all = search_skips(spec, {.most = 1024});
    const SkipSearch some = search_skips(spec, {.most = 300});
    ASSERT_TRUE(all.all);
    ASSERT_FALSE(some.all);
    for (const char* name : {"halving", "power-of-two", "linear", "sqrt"}) {
      const auto skips = circulant::named_skips(name, 12).value();
      EXPECT_LE(some.tried.front().time, run_one(with_skips(spec, skips)).metrics.completion);
    }
    EXPECT_LE(to_seconds(some.tried.front().time), 1.02 * to_seconds(all.tried.front().time))
        << topology;
  }
}

TEST(SkipSearch, DoesNotDependOnJobs) {
  const RunSpec spec = spec_on("torus:4x5", 20);
  const SkipSearch one = search_skips(spec, {.most = 150, .jobs = 1});
  const SkipSearch three = search_skips(spec, {.most = 150, .jobs = 3});
  ASSERT_EQ(one.tried.size(), three.tried.size());
  for (std::size_t i = 0; i < one.tried.size(); ++i) {
    EXPECT_EQ(one.tried[i].skips, three.tried[i].skips);
    EXPECT_EQ(one.tried[i].time, three.tried[i].time);
  }
}

TEST(SkipSearch, SaysWhatCannotBeRun) {
  EXPECT_THROW(search_skips(spec_on("full:4", 1), {}), InputError);
  EXPECT_THROW(search_skips(spec_on("full:4", 5), {}), InputError);
}

}  // namespace
}  // namespace orrery
