// Tests algorithms that work along the dimensions of a torus: allreduce on all tori of up to four dimensions with at
// most 256 ranks, the others on all tori with few ranks.
#include <functional>
#include <numeric>

#include "tests/property/algorithms/tori.h"

namespace orrery {
namespace {

using namespace orrery::testing;

class AllTori : public ::testing::TestWithParam<int> {};

TEST_P(AllTori, UpTo256Ranks) {
  for (const std::vector<int>& dims : shapes(GetParam(), 256, false))
    for (const TorusCase& c : torus_cases())
      if (c.algorithm->collective == "allreduce") check_torus(c, dims, 1001);
}

TEST(TorusSlow, EveryRingUpTo64) {
  for (const TorusCase& c : torus_cases())
    for (int p = 1; p <= 64; ++p)
      for (const std::int64_t count : {std::int64_t{1}, std::int64_t{2 * p + 3}})
        check_torus(c, {p}, count);
}

TEST(TorusSlow, ShapesOfSeveralDimensions) {
  for (const TorusCase& c : torus_cases())
    for (int D = 2; D <= 4; ++D)
      for (const std::vector<int>& dims : shapes(D, D == 2 ? 30 : 24, false))
        check_torus(c, dims,
                    16 * std::accumulate(dims.begin(), dims.end(), 1, std::multiplies<>()) / 5);
}

INSTANTIATE_TEST_SUITE_P(Dimensions, AllTori, ::testing::Values(1, 2, 3, 4));

}  // namespace
}  // namespace orrery
