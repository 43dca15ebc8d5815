// Tests the same as levels_test.cc, on more ranks.
#include "tests/property/algorithms/levels.h"

namespace orrery {
namespace {

using namespace orrery::testing;

class CompositionsSlow : public ::testing::TestWithParam<Named> {};

TEST_P(CompositionsSlow, LeaveWhatTheCollectiveWants) {
  expect_left_what_is_wanted(GetParam(), {1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 16, 17}, 300);
}

INSTANTIATE_TEST_SUITE_P(All, CompositionsSlow, ::testing::ValuesIn(kCompositions),
                         name_of_composition);

}  // namespace
}  // namespace orrery
