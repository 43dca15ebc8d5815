// Tests Swing on odd numbers of ranks against the even neighbours.
#include "tests/property/algorithms/swing_odd.h"

#include "algorithms/phases/exchange.h"
#include "tests/setting.h"

namespace orrery {
namespace {

using namespace orrery::testing;

const Ports kUnlimited{.kind = Ports::Kind::kUnlimited};

double time_of(const char* collective, const char* name, const std::string& spec,
               std::int64_t bytes, const Ports& ports, int root = 0) {
  return testing::time_of(collective, name, torus_of(spec, ports), bytes, root);
}

/// Returns small odd numbers, neighbours of powers of two, primes and products; SwingOddSlow has more.
std::vector<int> odd_numbers() {
  return {3, 5, 7, 9, 11, 13, 15, 17, 21, 25, 31, 33, 45};
}

TEST(SwingOdd, AKibibyteTakesHardlyLonger) {
  expect_little_longer(odd_numbers(), 1 << 10, 300ns);
}

/// Checks 1 MiB, also through one port, where messages of simultaneous collectives delay each
/// other.
TEST(SwingOdd, AMebibyteTakesLittleLonger) {
  expect_little_longer(odd_numbers(), 1 << 20, 300ns);
}

/// Checks the defaults of `orrery run` at sizes between and beyond; the slow tests have every p up to 67.
TEST(SwingOdd, OtherSizesTakeLittleLonger) {
  for (const std::int64_t bytes : {1 << 15, 1 << 18, 1 << 19, 1 << 24})
    expect_little_longer({3, 7, 11, 13, 19, 31}, bytes, Time(0), Time(0));
}

/// Checks two ports without start-up times and hops, which would hide that one node has three
/// messages to send.
TEST(SwingOdd, AMebibyteThroughTwoPorts) {
  for (const Time hop : {Time(0ns), Time(300ns)}) {
    Neighbours swing("swing", 1 << 20, {.kind = Ports::Kind::kCount, .count = 2}, hop, Time(0));
    for (const int p : {3, 7, 11, 13, 15, 21, 25, 31})
      EXPECT_LE(swing.ratio(p), 1.3) << "p = " << p;
  }
}

/// Checks the ring on which the order of messages decides: of the node that plays two, the virtual node's go first.
TEST(SwingOdd, TheOtherOrderOfMessagesIsCorrectAndFaster) {
  const Ports ports{.kind = Ports::Kind::kCount, .count = 2};
  EXPECT_LE(Neighbours("swing", 1 << 23, ports).ratio(21), kLittleLonger);
  const Network network = torus_of("torus:21", ports);
  const Problem x = torus_problem(network, 1 << 23, Order::kLinear);
  const Execution e = execute(find_algorithm("allreduce", "swing"), x, network, {},
                              PayloadKind::kProvenance, find_op("sum", "uint8"));
  EXPECT_EQ(e.verified, true);
}

/// Checks a line of three ranks, on which each rank sends its vector to both others at once: with
/// two ports both collectives take as long as on four ranks.
TEST(SwingOdd, ThreeRanksTakeAsLongAsFour) {
  Neighbours swing("swing", 1 << 10, {.kind = Ports::Kind::kCount, .count = 2});
  EXPECT_EQ(swing.ratio(3), 1);
}

/// Checks that with one port a virtual node costs little, for any p.
TEST(SwingOdd, AVirtualNodeTakesLittleTime) {
  Neighbours swing("swing-virtual", 1 << 20, {});
  Sampler sample(3);
  for (int p = 3; p <= (is_whole() ? 255 : 127); p += p < 65 ? 2 : 62)
    if (sample.takes_next()) {
      EXPECT_LE(swing.ratio(p), 1.35) << "p = " << p;
    }
}

/// Checks that the messages of the node left out overlap with those of the others.
TEST(SwingOdd, TheNodeLeftOutDelaysNoOther) {
  Neighbours direct("swing-bandwidth", 1 << 20, kUnlimited);
  for (const int p : {31, 63, 127}) EXPECT_LE(direct.ratio(p), 1.3) << "p = " << p;
  for (const char* collective : {"reduce-scatter", "allgather"}) {
    const std::int64_t bytes = collective[0] == 'r' ? 1 << 20 : (1 << 20) / 127;
    EXPECT_LE(time_of(collective, "swing", "torus:127", bytes, kUnlimited),
              1.3 * time_of(collective, "swing", "torus:128", bytes, kUnlimited));
  }
}

/// Checks every root: the node left out is never the root, but its neighbour.
TEST(SwingOdd, TreesReachEveryRootInTheSameWay) {
  for (const char* collective : {"reduce", "broadcast"})
    for (const int root : {0, 1, 63, 125, 126})
      EXPECT_LE(time_of(collective, "swing", "torus:127", 1 << 16, kUnlimited, root),
                1.3 * time_of(collective, "swing", "torus:128", 1 << 16, kUnlimited))
          << collective << " to " << root;
}

TEST(SwingOdd, OddToriTakeLittleLonger) {
  for (const std::int64_t bytes : {1 << 10, 1 << 22}) {
    expect_torus_little_longer({"torus:4x6", "torus:5x7", "torus:6x8"}, bytes);
    expect_torus_little_longer({"torus:4x8", "torus:5x8", "torus:6x8"}, bytes);
  }
}

TEST(SwingOdd, SeveralOddDimensions) {
  for (const auto& [odd, even] : {std::pair{"torus:7x9", "torus:8x8"},
                                  {"torus:3x5x3", "torus:4x4x4"},
                                  {"torus:15x4", "torus:16x4"}})
    for (const std::int64_t bytes : {1 << 10, 1 << 20})
      EXPECT_LE(time_of("allreduce", "swing", odd, bytes, kUnlimited),
                1.75 * time_of("allreduce", "swing", even, bytes, kUnlimited))
          << odd << ", " << bytes << " bytes";
}

/// Checks the choice on lines and tori of odd and even sides; SwingOddSlow has more networks and
/// sizes.
TEST(SwingOdd, TheChoiceIsTheFastest) {
  for (const Ports& ports : all_ports())
    for (const char* spec : {"full:7", "torus:2", "torus:3", "torus:6", "torus:15", "torus:16",
                             "torus:15x4", "torus:8x4", "mesh:5x6", "hammingmesh:2x2@3x2"})
      for (const std::int64_t bytes : {1 << 10, 1 << 20}) expect_fastest(spec, bytes, ports);
}

/// Checks Fig. 4 for the mirrored collective; with a root, the node before the root is left out.
TEST(SwingOdd, WhoIsLeftOut) {
  for (int x = 0; x < 7; ++x) {
    EXPECT_EQ(SwingLine(7, false).left_out(x), x == 6);
    EXPECT_EQ(SwingLine(7, true).left_out(x), x == 0);
    EXPECT_EQ(SwingLine(7, false, 4).left_out(x), x == 3);
    EXPECT_EQ(SwingLine(7, true, 4).left_out(x), x == 5);
  }
  std::vector<std::vector<int>> partners(3);
  for (int s = 0; s < 3; ++s)
    SwingLine(7, true).for_each_partner(
        0, s, [&](int y) { partners[static_cast<std::size_t>(s)].push_back(y); });
  EXPECT_EQ(partners, (std::vector<std::vector<int>>{{6, 5, 4}, {3, 2}, {1}}));
}

}  // namespace
}  // namespace orrery
