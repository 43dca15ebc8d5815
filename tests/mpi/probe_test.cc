// Tests the measurements of calibrate.
#include "scenarios/commands/orrery_mpi/probe.h"

#include <gtest/gtest.h>

#include "tests/mpi/processes.h"

namespace orrery::testing {
namespace {

TEST(ProbePairs, StandForAllHosts) {
  const ProbePairs mixed = pairs_of({"a", "b", "a", "b", "c"});
  EXPECT_EQ(mixed.within, (std::vector<Pair>{{0, 2}, {1, 3}}));
  EXPECT_EQ(mixed.between, (std::vector<Pair>{{0, 1}, {0, 4}}));
  EXPECT_TRUE(pairs_of({"a", "a"}).between.empty());
  EXPECT_TRUE(pairs_of({"a", "b"}).within.empty());
  EXPECT_EQ(pairs_of({"a", "b", "c", "d", "e", "f"}).between.size(), 3u);
}

TEST(Probe, MeasuresEverySizeOnAllProcesses) {
  Probe probe(processes(), find_op("sum", "float"), kPatience);
  const auto reductions = probe.reductions({1, 3, 4, 4096});
  ASSERT_EQ(reductions.size(), 2u);
  EXPECT_EQ(reductions[0].bytes, 4);
  EXPECT_GT(reductions[1].seconds, 0);
  if (processes().size() < 2) return;
  const auto messages = probe.messages({0, processes().size() - 1}, {0, 8, 4096});
  ASSERT_EQ(messages.size(), 3u);
  for (const Sample& s : messages) EXPECT_GT(s.seconds, 0);
  const double time = messages.back().seconds;
  EXPECT_EQ(processes().largest({&time, 1}).front(), time);
}

}  // namespace
}  // namespace orrery::testing
