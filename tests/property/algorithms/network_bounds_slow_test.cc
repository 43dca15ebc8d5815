// Tests every algorithm against the bounds on every network; the default suite leaves some out.
#include "tests/property/algorithms/network_bounds.h"

namespace orrery {
namespace {

class NetworkBoundSlow : public ::testing::TestWithParam<const Algorithm*> {};

TEST_P(NetworkBoundSlow, NoRunIsFaster) {
  testing::expect_no_run_is_faster(*GetParam());
}

INSTANTIATE_TEST_SUITE_P(All, NetworkBoundSlow,
                         ::testing::ValuesIn(catalog().begin(), catalog().end()),
                         testing::name_of_algorithm);

}  // namespace
}  // namespace orrery
