// Tests that no run is faster than the bounds for its network, for all algorithms, networks, ports
// and ranks, and that the bounds are those of the worst cut.
#include "tests/property/algorithms/network_bounds.h"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

namespace orrery {
namespace {

using orrery::testing::kinds_of_ports;
using orrery::testing::network_of;
using orrery::testing::problem_on;

class NetworkBound : public ::testing::TestWithParam<const Algorithm*> {};

/// Tries every third combination of five sizes (and contention) and seven kinds of ports, so that three networks
/// together have each combination once. NetworkBoundSlow tries all on every network.
TEST_P(NetworkBound, NoRunIsFaster) {
  testing::expect_no_run_is_faster(*GetParam(), 3);
}

INSTANTIATE_TEST_SUITE_P(All, NetworkBound, ::testing::ValuesIn(catalog().begin(), catalog().end()),
                         testing::name_of_algorithm);

/// Computes the bound of the worst cut by trying every set of nodes; for small networks only.
double by_brute_force(const HostCrossing& crossing, const Capacities& capacities) {
  const Topology& topology = *capacities.network().topology;
  double worst = worst_host(crossing, capacities).ps;
  NodeSets sets(static_cast<std::size_t>(topology.nodes()));
  for (unsigned members = 1; members + 1 < 1u << topology.nodes(); ++members) {
    for (std::size_t n = 0; n < sets.size(); ++n) sets[n] = members >> n & 1u ? 1 : 0;
    worst = std::max(worst, worst_of(sets, crossing, capacities).ps);
  }
  return worst;
}

std::vector<Crossing> kinds_of_crossing(int p) {
  std::vector<std::int64_t> one(static_cast<std::size_t>(p)), each(one.size(), 5), some(one.size());
  one[one.size() / 2] = 1000;
  for (std::size_t r = 0; r < some.size(); ++r) some[r] = static_cast<std::int64_t>(7 * r * r % 11);
  std::vector<Crossing> all;
  for (const auto& elements : {one, each, some})
    for (const int end : {kEveryRank, 0})
      for (const bool backward : {false, true}) all.push_back({{{elements, end, backward}}});
  return all;
}

TEST(NetworkBound, FlowsFindTheWorstOfAllCuts) {
  for (const char* spec :
       {"torus:3x3", "mesh:4x2", "star:6", "two-tier:2,3", "mesh:7", "hyperx:2x3"})
    for (const int ranks : {0, 4})
      for (const Ports& ports : kinds_of_ports()) {
        Network network = network_of(spec, ranks);
        network.ports = ports;
        network.costs.links = {{Bandwidth{1e12}, 0ns}, {Bandwidth{1.7e12}, 0ns}};
        const Capacities capacities(network);
        for (const Crossing& crossing : kinds_of_crossing(network.ranks())) {
          const HostCrossing by_host(crossing, 1, network);
          const double worst = by_brute_force(by_host, capacities);
          EXPECT_NEAR(worst_cut(by_host, capacities, worst_host(by_host, capacities)).ps, worst,
                      1e-8 * worst)
              << spec << ", p = " << network.ranks() << ", ports " << static_cast<int>(ports.kind);
        }
      }
}

/// Returns a network on which a byte takes a picosecond per link and nothing else takes time.
Network bytes_only(const char* spec) {
  Network n = network_of(spec);
  n.ports = {Ports::Kind::kUnlimited};
  n.costs = {};
  n.costs.links = {{Bandwidth{1e12}, Time(0)}};
  return n;
}

NetworkBounds bounds_of(const char* collective, const Network& network, std::int64_t count) {
  Problem x = problem_on(network, count);
  x.root = 0;
  return network_bounds(find_collective(collective), x, network).value_or(NetworkBounds{});
}

TEST(NetworkBound, WorkedOutByHand) {
  // Seven blocks of 16 bytes enter each host of a ring over two links, and the end of a line over
  // one.
  EXPECT_EQ(bounds_of("allgather", bytes_only("torus:8"), 16).cut, Time(7 * 16 / 2));
  EXPECT_EQ(bounds_of("allgather", bytes_only("mesh:8"), 16).cut, Time(7 * 16));
  // Each half of a ring sends 4 x 4 blocks to the other half, over two links in each direction.
  EXPECT_EQ(bounds_of("alltoall", bytes_only("torus:8"), 16).cut, Time(4 * 4 * 16 / 2));
  EXPECT_FALSE(bounds_of("alltoall", bytes_only("torus:8"), 16).exact);
  // A root in a corner of a mesh has two links and sends three blocks; the cut beside a column
  // gives only 2 x 2 / 2.
  EXPECT_EQ(bounds_of("scatter", bytes_only("mesh:2x2"), 16).cut, Time(3 * 16 / 2));
  // Eight hosts that sum up need 2 x 7 vectors over their 16 links.
  EXPECT_EQ(bounds_of("allreduce", bytes_only("torus:8"), 1600).ports, Time(2 * 7 * 1600 / 16));
  EXPECT_EQ(bounds_of("broadcast", bytes_only("torus:4x4"), 1600).cut, Time(1600 / 4));
  EXPECT_EQ(bounds_of("barrier", bytes_only("torus:4x4"), 0).least(), Time(0));
}

TEST(NetworkBound, SomeRunsTakeNoLonger) {
  Network n = bytes_only("star:7");
  n.ports = {Ports::Kind::kCount, 1};
  const Problem x = problem_on(n, 60);
  for (const char* collective : {"gatherv", "scatterv", "alltoall"}) {
    const Execution e = execute(find_algorithm(collective, "linear"), x, n, {}, PayloadKind::kGhost,
                                find_op("sum", "uint8"));
    EXPECT_EQ(e.metrics.completion, bounds_of(collective, n, 60).least()) << collective;
  }
}

TEST(NetworkBound, NarrowTopOfATree) {
  Network n = network_of("two-tier:4,4");
  n.ports = {Ports::Kind::kCount, 1};
  n.costs = {};
  n.costs.links = {{Bandwidth{1e12}, Time(0)}, {Bandwidth{0.5e12}, Time(0)}};
  // Four of eight ranks are behind a link of half the speed, which carries their four blocks.
  const NetworkBounds b = bounds_of("allgather", n, 100);
  EXPECT_EQ(b.ports, Time(700));
  EXPECT_EQ(b.cut, Time(800));
  EXPECT_EQ(b.binding(), NetworkBounds::Kind::kCut);
  EXPECT_EQ(b.worst.hosts, 4);
}

TEST(NetworkBound, BlocksOfPairsCrossTogether) {
  Network n = network_of("two-tier:2,2");
  n.ports = {Ports::Kind::kCount, 1};
  n.costs = {};
  n.costs.links = {{Bandwidth{1e12}, Time(0)}, {Bandwidth{0.5e12}, Time(0)}};
  Problem x = problem_on(n, 205);
  x.sizes = {9, 30, 100, 50, 0, 0, 25, 0, 0, 0, 0, 0, 0, 0, 0, 0};
  x.count = 214;
  // Rank 0 sends 180 bytes; 175 bytes of the two ranks of its host leave over the link of half the
  // speed.
  const NetworkBounds b =
      network_bounds(find_collective("alltoallv"), x, n).value_or(NetworkBounds{});
  EXPECT_EQ(b.ports, Time(180));
  EXPECT_EQ(b.cut, Time(350));
  EXPECT_FALSE(b.exact);
}

TEST(NetworkBound, LatencyOfTheFarthestAndOfTheRounds) {
  Network n = network_of("torus:8");
  n.costs = {};
  n.costs.alpha = Time(100);
  n.costs.hop_latency = Time(10);
  n.costs.links = {{Bandwidth{1e12}, Time(1)}};
  n.ports = {Ports::Kind::kUnlimited};
  EXPECT_EQ(bounds_of("broadcast", n, 1).latency, Time(100 + 4 * 11));
  n.ports = {Ports::Kind::kCount, 1};
  EXPECT_EQ(bounds_of("broadcast", n, 1).latency, Time(3 * 111));
  n.ports = {Ports::Kind::kCount, 7};
  EXPECT_EQ(bounds_of("barrier", n, 0).latency, Time(100 + 4 * 11));
}

}  // namespace
}  // namespace orrery
