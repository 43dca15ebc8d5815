// Tests the time without contention, which a run keeps on a second clock, against a run without
// contention.
#include "tests/property/algorithms/uncontended.h"

namespace orrery::testing {
namespace {

TEST(Uncontended, IsToldByNearlyAllRunsWithoutPorts) {
  const Tally t = compare_all({"torus:4x4", "torus:13", "mesh:3x5", "fat-tree:4", "star:11"},
                              {{"ports", "unlimited"}, {"gamma", "3ps/B"}});
  EXPECT_GT(t.shared, 150);
  EXPECT_GT(t.told, 0.9 * t.shared);
}

/// Checks half of the combinations, in which any two settings meet; UncontendedSlow has all.
TEST(Uncontended, IsExactWhereItIsTold) {
  const Tally all = compare_with_ports(2);
  EXPECT_GT(all.shared, 250);
  EXPECT_GT(all.told, all.shared / 4);
}

TEST(Uncontended, IsExactWithSeveralRanksOnAHost) {
  const Tally t = compare_all(
      {"torus:2x3", "fat-tree:4"},
      {{"ranks", "12"}, {"ranks_per_host", "2"}, {"host_beta", "7ps/B"}, {"ports", "unlimited"}});
  EXPECT_GT(t.told, 10);
}

}  // namespace
}  // namespace orrery::testing
