#include "tests/property/algorithms/symmetry.h"

namespace orrery::testing {
namespace {

constexpr int kMost = 256, kParts = 16;

/// A part of all p up to kMost: those that leave the same rest.
class SymmetrySlow : public ::testing::TestWithParam<int> {};

/// On rings, around a switch, and where all are joined; all shapes of two sides, and trees of two levels that are full
/// or tapered.
TEST_P(SymmetrySlow, OneRankStandsForAllUpTo256) {
  for (int p = GetParam(); p <= kMost; p += kParts) {
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

INSTANTIATE_TEST_SUITE_P(All, SymmetrySlow, ::testing::Range(1, kParts + 1));

}  // namespace
}  // namespace orrery::testing
