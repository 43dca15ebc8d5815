// Swing on every odd number of ranks up to 257, and its choice on more networks (some of both are in swing_odd_test.cc).
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

TEST(SwingOddSlow, TheChoiceIsTheFastest) {
  for (const Ports& ports : all_ports())
    for (const char* spec :
         {"full:7", "full:12", "torus:2", "torus:3", "torus:6", "torus:7", "torus:15", "torus:16",
          "torus:31", "torus:46", "torus:63", "torus:9x9", "torus:8x4", "torus:15x4", "torus:5x7x3",
          "torus:4x4x4", "mesh:5x6", "hyperx:5x5", "hammingmesh:2x2@3x2"})
      for (std::int64_t bytes = 1 << 10; bytes <= 1 << 22; bytes *= 8)
        expect_fastest(spec, bytes, ports);
}

}  // namespace
}  // namespace orrery
