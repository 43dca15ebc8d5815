// Tests the same as uncontended_test.cc, with every combination of ports, protocol and hold.
#include "tests/property/algorithms/uncontended.h"

namespace orrery::testing {
namespace {

TEST(UncontendedSlow, IsExactWhereItIsTold) {
  const Tally all = compare_with_ports(1);
  EXPECT_GT(all.shared, 1000);
  EXPECT_GT(all.told, all.shared / 4);
}

}  // namespace
}  // namespace orrery::testing
