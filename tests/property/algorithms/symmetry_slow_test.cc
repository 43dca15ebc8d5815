#include "tests/property/algorithms/symmetry.h"

namespace orrery::testing {
namespace {

/// All p up to 256, on rings, around a switch, and where all are joined; all shapes of two sides, and trees of two
/// levels that are full or tapered.
TEST(SymmetrySlow, OneRankStandsForAllUpTo256) {
  for (int p = 1; p <= 256; ++p) {
    expect_alike_on(fmt::format("torus:{}", p), p);
    expect_alike_on(fmt::format("star:{}", p), p);
    expect_alike_on(fmt::format("full:{}", p), p);
    for (int side = 2; side * side <= p; ++side) {
      if (p % side != 0) continue;
      const int other = p / side;
      expect_alike_on(fmt::format("torus:{}x{}", side, other), p);
      expect_alike_on(fmt::format("hyperx:{}x{}", side, other), p);
      expect_alike_on(fmt::format("fat-tree:{},{};1,{}", side, other, side), p);
      expect_alike_on(fmt::format("fat-tree:{},{};1,{}", other, side, side), p);
    }
    if (HasFailure()) return;
  }
}

}  // namespace
}  // namespace orrery::testing
