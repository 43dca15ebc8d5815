// Algorithms that work along the dimensions of a torus, on all tori of up to four dimensions with at
// most 256 ranks.
#include <algorithm>
#include <set>

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

INSTANTIATE_TEST_SUITE_P(Dimensions, AllTori, ::testing::Values(1, 2, 3, 4));

}  // namespace
}  // namespace orrery
