// Tests times of messages between GPUs in servers against hand calculations.
#include <vector>

#include <gtest/gtest.h>

#include "tests/engine_run.h"

namespace orrery::testing {
namespace {

constexpr std::int64_t kNodeBytes = 1'000'000;

/// Returns a network with NVLink 100 GB/s and 100 ns, PCIe 50 GB/s and 300 ns, links beyond NICs 10
/// GB/s and 200 ns.
Network network_with_levels(const std::string& spec) {
  Network network = network_of(spec);
  network.costs.links = {
      {Bandwidth{100e9}, 100ns}, {Bandwidth{50e9}, 300ns}, {Bandwidth{10e9}, 200ns}};
  network.ports.kind = Ports::Kind::kUnlimited;
  return network;
}

/// Returns the time of messages between all pairs (source, destination) at once.
Time time_of(const Network& network, const std::vector<std::pair<int, int>>& messages) {
  return run_program(network,
                     [&](Comm& c) {
                       std::vector<Handle> handles;
                       for (const auto& [from, to] : messages) {
                         if (c.rank() == from) handles.push_back(c.isend(ghost(kNodeBytes), to));
                         if (c.rank() == to) handles.push_back(c.irecv(ghost(kNodeBytes), from));
                       }
                       c.wait_all(handles);
                     })
      .completion;
}

TEST(GpuNodes, AMessagePaysForWhatItCrosses) {
  const Network network = network_with_levels("nodes:2x2,nvswitch,nics=2@star:4");
  EXPECT_EQ(time_of(network, {{0, 1}}), kAlpha + Time(200ns) + Time(10us));
  EXPECT_EQ(time_of(network, {{0, 2}}), kAlpha + Time(1us) + Time(100us));
  EXPECT_EQ(time_of(network_with_levels("nodes:2x2,mesh,nics=2@star:4"), {{0, 1}}),
            kAlpha + Time(100ns) + Time(10us));
  EXPECT_EQ(time_of(network_with_levels("nodes:2x2,pcie,nics=2@star:4"), {{0, 3}}),
            kAlpha + Time(1200ns) + Time(100us));
}

TEST(GpuNodes, GpusShareANicOrHaveTheirOwn) {
  const std::vector<std::pair<int, int>> pairs{{0, 2}, {1, 3}};
  const Time latency = kAlpha + Time(1us);
  EXPECT_EQ(time_of(network_with_levels("nodes:2x2,nvswitch,nics=1@star:2"), pairs),
            latency + Time(200us));
  EXPECT_EQ(time_of(network_with_levels("nodes:2x2,nvswitch,nics=2@star:4"), pairs),
            latency + Time(100us));
}

TEST(GpuNodes, StripedMessagesShareAllNics) {
  const Network network = network_with_levels("nodes:2x2,nvswitch,nics=2@star:2");
  const Time latency = kAlpha + Time(1us);
  EXPECT_EQ(time_of(network, {{0, 2}}), latency + Time(50us));
  EXPECT_EQ(time_of(network, {{0, 2}, {1, 3}}), latency + Time(100us));
  // Six NICs could carry 60 GB/s, but PCIe carries 50.
  EXPECT_EQ(time_of(network_with_levels("nodes:2x2,nvswitch,nics=6@star:2"), {{0, 2}}),
            latency + Time(20us));
}

TEST(GpuNodes, WithRailsApartNvlinkLeadsToTheOtherRail) {
  const Network network = network_with_levels("nodes:2x2,nvswitch,nics=2,rail-only@star:2");
  EXPECT_EQ(time_of(network, {{0, 2}}), kAlpha + Time(1us) + Time(100us));
  EXPECT_EQ(time_of(network, {{0, 3}}), kAlpha + Time(1200ns) + Time(100us));
}

/// Checks four Infinity Fabric links within a package, and two or one between packages, of 50 GB/s
/// each.
TEST(GpuNodes, DiesOfMi250xAreLinkedUnequally) {
  Network network = network_with_levels("nodes:1x8,mi250x,nics=4@star:4");
  network.costs.links[0].bandwidth = Bandwidth{50e9};
  const Time latency = kAlpha + Time(100ns);
  EXPECT_EQ(time_of(network, {{0, 1}}), latency + Time(5us));
  EXPECT_EQ(time_of(network, {{0, 6}}), latency + Time(10us));
  EXPECT_EQ(time_of(network, {{0, 2}}), latency + Time(20us));
}

/// Checks that each GPU has one port for NVLink and one for its NIC.
TEST(GpuNodes, APortForEachLinkLetsInsideAndOutsideGoOn) {
  Network network = network_with_levels("nodes:2x2,nvswitch,nics=2@star:4");
  network.ports = {.kind = Ports::Kind::kPerLink, .hold = Ports::Hold::kMessage};
  EXPECT_EQ(time_of(network, {{0, 1}, {0, 2}}), kAlpha + Time(1us) + Time(100us));
  network.ports.kind = Ports::Kind::kCount;
  EXPECT_EQ(time_of(network, {{0, 1}, {0, 2}}),
            2 * kAlpha + Time(1200ns) + Time(10us) + Time(100us));
}

}  // namespace
}  // namespace orrery::testing
