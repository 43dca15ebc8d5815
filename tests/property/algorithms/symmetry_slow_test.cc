#include "tests/property/algorithms/symmetry.h"

namespace orrery::testing {
namespace {

/// All p up to 256, on rings and around a switch; all shapes of two sides.
TEST(SymmetrySlow, OneRankStandsForAllUpTo256) {
  for (int p = 1; p <= 256; ++p) {
    expect_alike_on(fmt::format("torus:{}", p), p);
    expect_alike_on(fmt::format("star:{}", p), p);
    for (int side = 2; side * side <= p; ++side)
      if (p % side == 0) expect_alike_on(fmt::format("torus:{}x{}", side, p / side), p);
    if (HasFailure()) return;
  }
}

}  // namespace
}  // namespace orrery::testing
