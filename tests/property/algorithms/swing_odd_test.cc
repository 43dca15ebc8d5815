// Swing on odd numbers of ranks against the even ones beside them.
#include <algorithm>
#include <map>

#include <gtest/gtest.h>

#include "algorithms/phases/exchange.h"
#include "tests/property/algorithms/tori.h"

namespace orrery {
namespace {

using namespace orrery::testing;

/// The costs that the paper simulates with.
Network torus_of(const std::string& spec, Ports::Kind ports) {
  Network network = network_of(spec);
  network.costs.hop_latency = 300ns;
  network.ports.kind = ports;
  return network;
}

double time_of(const char* collective, const char* name, const std::string& spec,
               std::int64_t bytes, Ports::Kind ports, int root = 0) {
  const Network network = torus_of(spec, ports);
  Problem x = torus_problem(network, bytes, Order::kLinear);
  x.root = root;
  const Execution e = execute(find_algorithm(collective, name), x, network, {}, PayloadKind::kGhost,
                              find_op("sum", "uint8"));
  return static_cast<double>(e.metrics.completion.count());
}

/// Against the slower of the even neighbours.
class Neighbours {
 public:
  Neighbours(const char* name, std::int64_t bytes, Ports::Kind ports)
      : name_(name), bytes_(bytes), ports_(ports) {}

  double ratio(int p) { return time(p) / std::max(time(p - 1), time(p + 1)); }

 private:
  double time(int p) {
    double& t = known_[p];
    return t > 0 ? t : t = time_of("allreduce", name_, text_of("torus:", p), bytes_, ports_);
  }
  const char* name_;
  std::int64_t bytes_;
  Ports::Kind ports_;
  std::map<int, double> known_;
};

std::vector<int> odd_numbers() {
  std::vector<int> all;
  for (int p = 3; p <= 65; p += 2) all.push_back(p);
  for (const int p : {79, 95, 111, 127, 129, 191, 253, 255, 257}) all.push_back(p);
  return all;
}

TEST(SwingOdd, AKibibyteTakesHardlyLonger) {
  for (const Ports::Kind ports :
       {Ports::Kind::kUnlimited, Ports::Kind::kPerLink, Ports::Kind::kCount}) {
    Neighbours swing("swing", 1 << 10, ports);
    for (const int p : odd_numbers()) EXPECT_LE(swing.ratio(p), 1.3) << "p = " << p;
  }
}

TEST(SwingOdd, AMebibyteTakesLittleLonger) {
  for (const Ports::Kind ports : {Ports::Kind::kUnlimited, Ports::Kind::kPerLink}) {
    Neighbours swing("swing", 1 << 20, ports);
    for (const int p : odd_numbers()) EXPECT_LE(swing.ratio(p), 1.3) << "p = " << p;
  }
}

/// On few ranks messages of collectives that run at once get into each other's way.
TEST(SwingOdd, AMebibyteThroughOnePort) {
  Neighbours swing("swing", 1 << 20, Ports::Kind::kCount);
  for (const int p : odd_numbers())
    EXPECT_LE(swing.ratio(p), p == 7 ? 1.5 : p < 16 ? 1.4 : 1.3) << "p = " << p;
}

/// The messages of the node that is left out go side by side.
TEST(SwingOdd, TheNodeLeftOutHoldsNobodyUp) {
  Neighbours direct("swing-bandwidth", 1 << 20, Ports::Kind::kUnlimited);
  for (const int p : {63, 127, 255}) EXPECT_LE(direct.ratio(p), 1.3) << "p = " << p;
  for (const char* collective : {"reduce-scatter", "allgather"}) {
    const std::int64_t bytes = collective[0] == 'r' ? 1 << 20 : (1 << 20) / 255;
    EXPECT_LE(time_of(collective, "swing", "torus:255", bytes, Ports::Kind::kUnlimited),
              1.3 * time_of(collective, "swing", "torus:256", bytes, Ports::Kind::kUnlimited));
  }
}

/// Whichever rank is the root: the node left out is never the root, but its neighbour.
TEST(SwingOdd, TreesReachEveryRootAlike) {
  for (const char* collective : {"reduce", "broadcast"})
    for (const int root : {0, 1, 63, 125, 126})
      EXPECT_LE(time_of(collective, "swing", "torus:127", 1 << 16, Ports::Kind::kUnlimited, root),
                1.3 * time_of(collective, "swing", "torus:128", 1 << 16, Ports::Kind::kUnlimited))
          << collective << " to " << root;
}

TEST(SwingOdd, SeveralOddDimensions) {
  for (const auto& [odd, even] : {std::pair{"torus:15x15", "torus:16x16"},
                                  {"torus:7x9x7", "torus:8x8x8"},
                                  {"torus:31x4", "torus:32x4"}})
    for (const std::int64_t bytes : {1 << 10, 1 << 20})
      EXPECT_LE(time_of("allreduce", "swing", odd, bytes, Ports::Kind::kUnlimited),
                1.75 * time_of("allreduce", "swing", even, bytes, Ports::Kind::kUnlimited))
          << odd << ", " << bytes << " bytes";
}

/// What `swing` stands for takes as long as the fastest of the three: on lines and on tori, of odd and
/// of even sides, with any ports.
TEST(SwingOdd, TheChoiceIsTheFastest) {
  for (const Ports::Kind ports :
       {Ports::Kind::kUnlimited, Ports::Kind::kPerLink, Ports::Kind::kCount})
    for (const char* spec :
         {"full:7", "full:12", "torus:2", "torus:3", "torus:6", "torus:7", "torus:15", "torus:16",
          "torus:31", "torus:46", "torus:63", "torus:9x9", "torus:8x4", "torus:15x4", "torus:5x7x3",
          "torus:4x4x4", "mesh:5x6", "hyperx:5x5", "hammingmesh:2x2@3x2"})
      for (std::int64_t bytes = 1 << 10; bytes <= 1 << 22; bytes *= 8) {
        double best = time_of("allreduce", "swing-latency", spec, bytes, ports);
        for (const char* name : {"swing-bandwidth", "swing-folded"})
          best = std::min(best, time_of("allreduce", name, spec, bytes, ports));
        EXPECT_EQ(time_of("allreduce", "swing", spec, bytes, ports), best)
            << bytes << " bytes on " << spec;
      }
}

/// Fig. 4 for the mirror image, and with a root the node before it is left out.
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
