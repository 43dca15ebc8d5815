// Tests that no run is below the lower bounds, for all algorithms, networks, numbers of ranks and
// ranks per host, and that no run is faster than the sum of its steps.
#include <vector>

#include <gtest/gtest.h>

#include "algorithms/verify.h"
#include "tests/name_of_algorithm.h"
#include "tests/property/algorithms/networks.h"
#include "tests/setting.h"

namespace orrery {
namespace {

using orrery::testing::network_of;
using orrery::testing::networks_of;
using orrery::testing::problem_on;

constexpr double kRounding = 1e-12;  ///< of quotients of doubles

/// Returns networks with one rank on each host, with several ranks on some hosts, and with all
/// ranks on one host.
std::vector<Network> networks() {
  std::vector<Network> all = networks_of(
      {"full:1", "full:2", "full:3", "full:6", "full:9", "star:7", "torus:3x3", "torus:4x2",
       "torus:17", "torus:4x4", "torus:2x2x3", "mesh:5x2", "two-tier:3,5", "hyperx:3x4"},
      {"star:5", "torus:3x2"});
  Network one = network_of("star:2", 1);
  one.host_of.assign(5, 1);
  all.push_back(one);
  return all;
}

class Bounds : public ::testing::TestWithParam<const Algorithm*> {};

TEST_P(Bounds, NothingThatIsOptimalAtOneIsBelowOne) {
  const Algorithm& a = *GetParam();
  const Collective& c = find_collective(a.collective);
  const Op& op = find_op("sum", "uint8");
  for (Network network : some_of(networks(), 2))
    for (const Ports ports : {Ports{Ports::Kind::kCount, 2}, Ports{Ports::Kind::kPerLink, 1}})
      for (const std::int64_t count : {1, 1000}) {
        network.ports = ports;
        const Problem x = problem_on(network, count);
        if (refusal(a, x)) continue;
        const Metrics m = execute(a, x, network, {}, PayloadKind::kGhost, op).metrics;
        const LowerBounds bounds = c.bounds(x);
        const Deficiency d = deficiency(m, bounds.fewest_rounds(m.most_at_once),
                                        bounds.host_bytes / network.ports_per_host());
        const std::string where =
            text_of(network.topology->spec(), ", p = ", x.p, ", count = ", count, ", ports ",
                    static_cast<int>(ports.kind), ' ', ports.count);
        EXPECT_GE(d.lambda, 1 - kRounding) << where;
        EXPECT_GE(d.psi, 1 - kRounding) << where;
        EXPECT_GE(d.xi, 1 - kRounding) << where;
      }
}

/// Checks an assumption of Eq. 1 of the Swing paper: its bandwidth term never exceeds the time.
/// Steps may overlap by a hundredth.
TEST_P(Bounds, StepsOneAfterTheOtherAreNoSlowerThanTheRun) {
  const Algorithm& a = *GetParam();
  const Op& op = find_op("sum", "uint8");
  for (Network network : some_of(networks(), 2)) {
    network.ports.kind = Ports::Kind::kPerLink;
    network.costs.alpha = Time(0);
    network.costs.hop_latency = Time(0);
    network.costs.links = {LinkCost{Bandwidth{1e12}, Time(0)}};  // a picosecond for a byte
    Problem x = problem_on(network, 100'003);
    if (a.pipelined) x.blocks = 8;  // halves of messages are whole bytes: not too small
    if (refusal(a, x)) continue;
    const Metrics m = execute(a, x, network, {}, PayloadKind::kGhost, op).metrics;
    EXPECT_LE(static_cast<double>(m.link_sum.count()),
              1.02 * static_cast<double>(m.completion.count()) + 100)
        << network.topology->spec() << ", p = " << x.p;
  }
}

LowerBounds among_neighbors(const char* collective, const Problem& x) {
  return find_collective(collective).bounds(x);
}

TEST(NeighborBounds, WorkedOutByHand) {
  Problem x;
  x.count = 10;
  x.p = 12;
  x.grid = {3, 4};
  EXPECT_EQ(among_neighbors("neighbor-alltoall", x).participants, 5);
  EXPECT_EQ(among_neighbors("neighbor-alltoall", x).rounds, 3);
  EXPECT_EQ(among_neighbors("neighbor-alltoall", x).host_bytes, 40);
  x.neighborhood = Neighborhood::kMoore;
  EXPECT_EQ(among_neighbors("neighbor-allgather", x).participants, 9);
  EXPECT_EQ(among_neighbors("neighbor-allgather", x).rounds, 4);
  EXPECT_EQ(among_neighbors("neighbor-allgather", x).host_bytes, 80);
  // Two rings of two ranks: each rank has two neighbours, both the same rank, and one block for all
  // or two blocks.
  x.p = 4;
  x.grid = {2, 2};
  x.neighborhood = Neighborhood::kStar;
  EXPECT_EQ(among_neighbors("neighbor-allgather", x).participants, 3);
  EXPECT_EQ(among_neighbors("neighbor-allgather", x).host_bytes, 20);
  EXPECT_EQ(among_neighbors("neighbor-alltoall", x).host_bytes, 40);
  // A line of four ranks on two hosts: messages across its middle leave the host; four ranks have
  // six blocks.
  Network network = network_of("full:2", 2);
  network.host_of = {0, 0, 1, 1};
  x.network = &network;
  x.grid = {4};
  x.periodic = false;
  EXPECT_EQ(among_neighbors("neighbor-alltoall", x).host_bytes, 10);
  EXPECT_EQ(find_collective("neighbor-alltoall").useful_bytes(x), Bytes(15));
}

INSTANTIATE_TEST_SUITE_P(All, Bounds, ::testing::ValuesIn(catalog().begin(), catalog().end()),
                         testing::name_of_algorithm);

}  // namespace
}  // namespace orrery
