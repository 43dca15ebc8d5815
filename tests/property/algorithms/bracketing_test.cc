// Tests the order in which the circulant reduce-scatter applies its operator: Träff, Optimal,
// Non-pipelined Reduce-scatter and Allreduce Algorithms (2025), example for p = 22 in Sec. 2.1.
#include <string>

#include <gtest/gtest.h>

#include "algorithms/verify.h"
#include "tests/engine_run.h"

namespace orrery {
namespace {

/// Returns the sum of rank r's block with brackets.
std::string order_of_sum(int p, int r) {
  Problem x;
  x.p = p;
  x.count = p;
  return bracketing(find_algorithm("reduce-scatter", "circulant"), x,
                    testing::network_of(text_of("full:", p)), r);
}

TEST(Bracketing, OfRankTwentyOneOfTwentyTwoIsThePapers) {
  EXPECT_EQ(order_of_sum(22, 21),
            "x21 + x10 + (x15 + x4) + (x18 + x7 + (x12 + x1))"
            " + (x19 + x8 + (x13 + x2) + (x16 + x5))"
            " + (x20 + x9 + (x14 + x3) + (x17 + x6 + (x11 + x0)))");
}

TEST(Bracketing, IsTheSameRotatedOnEveryRank) {
  EXPECT_EQ(order_of_sum(5, 0), "x0 + x2 + x3 + (x4 + x1)");
  EXPECT_EQ(order_of_sum(5, 4), "x4 + x1 + x2 + (x3 + x0)");
}

}  // namespace
}  // namespace orrery
