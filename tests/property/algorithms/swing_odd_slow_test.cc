// Swing on every odd number of ranks up to 257 (some of them are in swing_odd_test.cc).
#include "tests/property/algorithms/swing_odd.h"

namespace orrery {
namespace {

using namespace orrery::testing;

class AllOdd : public ::testing::TestWithParam<std::tuple<std::int64_t, Time, Time>> {};

TEST_P(AllOdd, TakesLittleLonger) {
  std::vector<int> all;
  for (int p = 3; p <= 257; p += 2) all.push_back(p);
  expect_little_longer(all, std::get<0>(GetParam()), std::get<1>(GetParam()),
                       std::get<2>(GetParam()));
}

INSTANTIATE_TEST_SUITE_P(BytesHopsAndAlphas, AllOdd,
                         ::testing::Combine(::testing::Values(1 << 10, 1 << 20),
                                            ::testing::Values(Time(0ns), Time(300ns)),
                                            ::testing::Values(Time(0ns), Time(500ns))));

}  // namespace
}  // namespace orrery
