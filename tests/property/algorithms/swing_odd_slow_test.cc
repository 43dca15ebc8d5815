// Tests Swing on odd numbers of ranks up to 257, and its choice on more networks; swing_odd_test.cc has some of
// both.
#include "tests/property/algorithms/swing_odd.h"

namespace orrery {
namespace {

using namespace orrery::testing;

class Odd : public ::testing::TestWithParam<std::tuple<std::int64_t, bool>> {};

/// Checks the defaults of `orrery run`, without α and hops, and the costs of the paper's simulations, with both. A run
/// of 16 MiB on 257 ranks takes 18 s, so from 8 MiB on only 129, 191 and 253 ranks are tried above 67.
TEST_P(Odd, TakesLittleLonger) {
  const auto [bytes, as_in_the_paper] = GetParam();
  std::vector<int> all;
  for (int p = 3; p <= 257; p += p < 67 ? 2 : bytes < 1 << 23 ? 10 : 62) all.push_back(p);
  if (as_in_the_paper)
    expect_little_longer(all, bytes, 300ns, 500ns);
  else
    expect_little_longer(all, bytes, Time(0), Time(0));
}

INSTANTIATE_TEST_SUITE_P(BytesAndCosts, Odd,
                         ::testing::Combine(::testing::Values(1 << 10, 1 << 15, 1 << 18, 1 << 19,
                                                              1 << 20, 1 << 22, 1 << 23, 1 << 24),
                                            ::testing::Bool()));

TEST(SwingOddSlow, ToriTakeLittleLonger) {
  for (const OddTorus& torus : {OddTorus{"torus:2x2", "torus:3x3", "torus:4x4"},
                                {"torus:4x6", "torus:5x7", "torus:6x8"},
                                {"torus:6x6", "torus:7x7", "torus:8x8"},
                                {"torus:8x8", "torus:9x9", "torus:10x10"},
                                {"torus:2x10", "torus:3x11", "torus:4x12"},
                                {"torus:6x8", "torus:7x8", "torus:8x8"},
                                {"torus:30x4", "torus:31x4", "torus:32x4"},
                                {"torus:2x4x6", "torus:3x5x7", "torus:4x6x8"}})
    for (const std::int64_t bytes : {1 << 10, 1 << 15, 1 << 18, 1 << 20, 1 << 24})
      expect_torus_little_longer(torus, bytes);
}

/// Checks larger tori than the test of the same name in swing_odd_test.cc.
TEST(SwingOddSlow, SeveralOddDimensions) {
  for (const auto& [odd, even] : {std::pair{"torus:15x15", "torus:16x16"},
                                  {"torus:7x9x7", "torus:8x8x8"},
                                  {"torus:31x4", "torus:32x4"}})
    for (const std::int64_t bytes : {1 << 10, 1 << 20})
      EXPECT_LE(time_of("allreduce", "swing", torus_of(odd, all_ports().front()), bytes),
                1.75 * time_of("allreduce", "swing", torus_of(even, all_ports().front()), bytes))
          << odd << ", " << bytes << " bytes";
}

/// Checks 5x5x5 with a port for each link: 16 MiB take 1.86 times as long. Nodes that play two nodes in some dimension
/// send 1.58 times as much (Ψ), and collectives that fall out of step share links (with --sync rounds the factor is
/// 1.56).
TEST(SwingOddSlow, LargeVectorsOnSeveralOddSidesTakeLonger) {
  for (const std::int64_t bytes : {1 << 10, 1 << 15, 1 << 18, 1 << 20, 1 << 24}) {
    const bool large = bytes > 1 << 20;
    expect_torus_little_longer({"torus:10x10", "torus:11x11", "torus:12x12"}, bytes,
                               large ? 1.35 : 1.3);
    expect_torus_little_longer({"torus:14x14", "torus:15x15", "torus:16x16"}, bytes,
                               large ? 1.35 : 1.3);
    expect_torus_little_longer({"torus:4x4x4", "torus:5x5x5", "torus:6x6x6"}, bytes,
                               large ? 1.9 : 1.4);
  }
}

/// Checks that neither the model that discards candidates nor the limit of messages loses the best
/// candidate.
TEST(SwingOddSlow, TheChoiceIsTheFastestOnLargeRings) {
  for (const Ports& ports : all_ports())
    for (const int p : {33, 67, 129, 255, 257})
      for (const std::int64_t bytes : {1 << 15, 1 << 20, 1 << 24})
        expect_fastest(text_of("torus:", p).c_str(), bytes, ports);
}

TEST(SwingOddSlow, TheChoiceIsTheFastest) {
  for (const Ports& ports : all_ports())
    for (const char* spec :
         {"full:7",      "full:12",     "torus:2",     "torus:3",    "torus:6",
          "torus:7",     "torus:15",    "torus:16",    "torus:31",   "torus:46",
          "torus:63",    "torus:9x9",   "torus:15x15", "torus:8x4",  "torus:15x4",
          "torus:5x7x3", "torus:4x4x4", "mesh:5x6",    "hyperx:5x5", "hammingmesh:2x2@3x2"})
      for (std::int64_t bytes = 1 << 10; bytes <= 1 << 22; bytes *= 8)
        expect_fastest(spec, bytes, ports);
}

}  // namespace
}  // namespace orrery
