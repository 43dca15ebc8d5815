// Tests the best trees of each class against all trees of up to seven ranks.
#include <gtest/gtest.h>

#include "tests/property/trees/class_checks.h"

namespace orrery::trees {
namespace {

TEST(TreeClassesSlow, AreTheBestOfAllTreesOfSevenRanks) {
  testing::expect_best_of_random(1000, 7, 2);
}

}  // namespace
}  // namespace orrery::trees
