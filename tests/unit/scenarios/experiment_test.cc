// Tests the parts of the experiments of the papers.
#include "scenarios/reproduce/experiment.h"

#include <gtest/gtest.h>

namespace orrery {
namespace {

/// Returns the bytes per second that all ranks of one host of Träff's cluster copy together in a
/// ring.
double copied(int ranks) {
  RunSpec spec = cluster_of_36(ranks);
  spec.topology = "star:1";
  spec.ranks = ranks;
  spec.collective = "allgather";
  spec.algorithm = "ring";
  spec.bytes = Bytes(10'000'000);
  const RunResult r = run_experiment({spec}, 1).front();
  return static_cast<double>(r.metrics.bytes_total.count()) / to_seconds(r.metrics.completion);
}

TEST(ClusterOf36, RanksOfAHostShareItsMemory) {
  constexpr double kMemory = 255.936e9;  // bytes per second; a byte copied crosses it three times
  for (const int ranks : {16, 32}) {
    EXPECT_LE(3 * copied(ranks), kMemory * 1.0001) << ranks;
    EXPECT_GE(3 * copied(ranks), kMemory * 0.99) << ranks;
  }
  EXPECT_NEAR(copied(4), 4 * 10e9, 1e9) << "four cores cannot fill the memory";
}

TEST(ClusterOf36, RanksOfAHostShareItsLinks) {
  RunSpec spec = cluster_of_36(32);
  spec.collective = "reduce-scatter";
  spec.algorithm = "pairwise";
  spec.bytes = Bytes(36 * 32 * 100'000);
  const RunResult r = run_experiment({spec}, 1).front();
  const double between = 35.0 / 36 * 36 * 32 * 100'000 * 32;  // bytes that leave a host
  const double rate = between / to_seconds(r.metrics.completion);
  EXPECT_LE(rate, 25e9);
  EXPECT_GE(rate, 0.75 * 25e9);
}

TEST(ClusterOf36, PackingGoesOverAllDataTwice) {
  RunSpec spec = cluster_of_36(1);
  spec.collective = "allgatherv";
  spec.algorithm = "circulant";
  spec.bytes = Bytes(36'000'000);
  spec.tuning.blocks = 64;
  RunSpec packs = spec;
  packs.packs = true;
  const std::vector<RunResult> r = run_experiment({spec, packs}, 1);
  const double twice = 2 * static_cast<double>(r[0].metrics.bytes_max_rank.count()) / 10e9;
  EXPECT_NEAR(to_seconds(r[1].metrics.completion - r[0].metrics.completion), twice, 0.05 * twice);
}

TEST(FastestOfGroups, NamesTheFastestAndAllTimes) {
  std::vector<RunResult> results(4);
  constexpr const char* kNames[] = {"a", "b", "c", "d"};
  constexpr int kMicroseconds[] = {3, 2, 5, 7};
  for (std::size_t i = 0; i < results.size(); ++i) {
    results[i].spec.topology = i < 2 ? "star:2" : "star:3";
    results[i].spec.bytes_text = "1KiB";
    results[i].spec.algorithm = kNames[i];
    results[i].metrics.completion = kMicroseconds[i] * 1us;
  }
  const auto groups = fastest_of_groups(results, 2, &RunSpec::algorithm);
  ASSERT_EQ(groups.size(), 2U);
  EXPECT_EQ(groups[0].best, &results[1]);
  EXPECT_EQ(groups[0].row.what, "star:2, 1KiB");
  EXPECT_EQ(groups[0].row.value, "b");
  EXPECT_EQ(groups[0].row.remark, "a 3.000 µs, b 2.000 µs");
  EXPECT_EQ(groups[1].best, &results[2]);
  EXPECT_EQ(groups[1].row.value, "c");
}

}  // namespace
}  // namespace orrery
