// Tests messages striped in equal parts over all NICs of their nodes, against hand calculations.
#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "emu/net/faults.h"
#include "emu/trace/critical_path.h"
#include "emu/trace/trace.h"
#include "tests/engine_run.h"

namespace orrery::testing {
namespace {

constexpr std::int64_t kStripedBytes = 1'680'000;  // divisible by 1 to 8
constexpr Time kOneNic = 168us;                    // of these bytes over one NIC

/// Returns a network with 100 GB/s and 100 ns inside nodes, 50 GB/s and 300 ns to NICs, 10 GB/s and
/// 200 ns beyond them.
Network striped_levels(const std::string& spec) {
  Network network = network_of(spec);
  network.costs.links = {
      {Bandwidth{100e9}, 100ns}, {Bandwidth{50e9}, 300ns}, {Bandwidth{10e9}, 200ns}};
  network.ports.kind = Ports::Kind::kUnlimited;
  return network;
}

/// Returns two nodes of one host, which has k NICs on a switch: 1 us of latency.
Network two_hosts(int k) {
  return striped_levels(text_of("nodes:2x1,nics=", k, ",striped@star:", 2 * k));
}
constexpr Time kStripedStart = kAlpha + Time(1us);  // of a message between them

using Pairs = std::vector<std::pair<int, int>>;

/// Returns a program that sends between all pairs (source, destination) at once.
RankCode sending(const Pairs& messages) {
  return [&messages](Comm& c) {
    std::vector<Handle> handles;
    for (const auto& [from, to] : messages) {
      if (c.rank() == from) handles.push_back(c.isend(ghost(kStripedBytes), to));
      if (c.rank() == to) handles.push_back(c.irecv(ghost(kStripedBytes), from));
    }
    c.wait_all(handles);
  };
}

Metrics run_pairs(const Network& network, const Pairs& messages, const Observers& sink = {}) {
  return run_program(network, sending(messages), {}, nullptr, sink);
}
Time striped_time(const Network& network, const Pairs& messages) {
  return run_pairs(network, messages).completion;
}

/// Returns the link between a NIC and the node beyond it.
LinkId link_of_nic(const Network& network, int server, int nic, bool sends = true) {
  const Topology& t = *network.topology;
  const std::string name = orrery::text_of("node ", server, " NIC ", nic);
  for (LinkId id = 0; id < t.link_count(); ++id) {
    const Link link = t.link(id);
    if (link.level == 2 && node_name(t, sends ? link.from : link.to) == name) return id;
  }
  ADD_FAILURE() << "no link of " << name;
  return 0;
}

Network with_faulty(Network network, const LinkFaults& faults) {
  network.topology = with_faults(network.topology, network.costs, faults);
  return network;
}

class KNics : public ::testing::TestWithParam<int> {};

TEST_P(KNics, CarryAnEqualPartEach) {
  const int k = GetParam();
  EXPECT_EQ(striped_time(two_hosts(k), {{0, 1}}), kStripedStart + kOneNic / k);
}

TEST_P(KNics, AreSharedByThreeMessages) {
  const int k = GetParam();
  Network network = two_hosts(k);
  const Metrics shared = run_pairs(network, {{0, 1}, {0, 1}, {0, 1}});
  EXPECT_EQ(shared.completion, kStripedStart + 3 * kOneNic / k);
  EXPECT_TRUE(shared.shared);
  EXPECT_EQ(shared.uncontended, kStripedStart + kOneNic / k);
  network.contention = false;
  EXPECT_EQ(striped_time(network, {{0, 1}, {0, 1}, {0, 1}}), kStripedStart + kOneNic / k);
}

/// Checks that a message takes one port of its host, whatever NICs it uses.
TEST_P(KNics, CountAsOnePort) {
  const int k = GetParam();
  Network network = two_hosts(k);
  network.ports = {.kind = Ports::Kind::kCount, .count = 1};
  EXPECT_EQ(striped_time(network, {{0, 1}, {0, 1}, {0, 1}}), 3 * (kStripedStart + kOneNic / k));
  network.ports.count = 2;
  EXPECT_EQ(striped_time(network, {{0, 1}, {0, 1}}), kStripedStart + 2 * kOneNic / k);
}

/// Checks that with a port for each link a message takes the first and last links of all its parts
/// at once.
TEST_P(KNics, HaveAPortEach) {
  const int k = GetParam();
  Network network = striped_levels(text_of("nodes:3x1,nics=", k, ",striped@star:", 3 * k));
  network.ports = {.kind = Ports::Kind::kPerLink, .hold = Ports::Hold::kMessage};
  EXPECT_EQ(striped_time(network, {{0, 1}, {1, 0}}), kStripedStart + kOneNic / k);
  EXPECT_EQ(striped_time(network, {{0, 1}, {1, 2}, {2, 0}}), kStripedStart + kOneNic / k);
  EXPECT_EQ(striped_time(network, {{0, 1}, {0, 2}}), 2 * (kStripedStart + kOneNic / k));
  EXPECT_EQ(striped_time(network, {{0, 1}, {0, 2}, {2, 1}, {0, 1}, {0, 1}, {2, 1}}),
            5 * (kStripedStart + kOneNic / k));
  network.ports.hold = Ports::Hold::kTransfer;
  EXPECT_EQ(striped_time(network, {{0, 1}, {0, 2}}), kStripedStart + 2 * kOneNic / k);
}

TEST_P(KNics, WaitForASlowOne) {
  const int k = GetParam();
  const Network network = two_hosts(k);
  LinkFaults faults;
  faults.slow[link_of_nic(network, 0, k - 1)] = {0.25, 7us};
  const Network slow = with_faulty(network, faults);
  EXPECT_EQ(striped_time(slow, {{0, 1}}), kStripedStart + 7us + 4 * kOneNic / k);
  EXPECT_EQ(striped_time(slow, {{1, 0}}), kStripedStart + kOneNic / k);
  // The NICs beside it finish both messages when it finishes half of one.
  EXPECT_EQ(striped_time(slow, {{0, 1}, {0, 1}}), kStripedStart + 7us + 8 * kOneNic / k);
}

/// Checks one failed NIC at either end, and a different one at each end: the remaining NICs carry
/// the message.
TEST_P(KNics, DoWithoutFailedOnes) {
  const int k = GetParam();
  const Network network = two_hosts(k);
  LinkFaults faults{{}, {link_of_nic(network, 0, 0)}};
  const Network one = with_faulty(network, faults);
  EXPECT_EQ(striped_time(one, {{0, 1}}), kStripedStart + kOneNic / (k - 1));
  EXPECT_EQ(striped_time(one, {{1, 0}}), kStripedStart + kOneNic / k);
  faults.failed.push_back(link_of_nic(network, 1, k - 1, false));
  std::ranges::sort(faults.failed);
  const Network two = with_faulty(network, faults);
  if (k > 2) {
    EXPECT_EQ(striped_time(two, {{0, 1}}), kStripedStart + kOneNic / (k - 2));
  } else {  // out by NIC 1 and in by NIC 0, as one message that is not cut
    EXPECT_EQ(striped_time(two, {{0, 1}}), kStripedStart + kOneNic);
  }
}

TEST_P(KNics, AreToldOneByOne) {
  const int k = GetParam();
  Trace trace;
  const Network network = two_hosts(k);
  run_program(
      network,
      [](Comm& c) { c.rank() == 0 ? c.send(ghost(1'000'003), 1) : c.recv(ghost(1'000'003), 0); },
      {}, nullptr, &trace);
  ASSERT_EQ(trace.messages.size(), 1U);
  const auto& paths = trace.messages[0].paths;
  ASSERT_EQ(std::ssize(paths), k);
  std::int64_t all = 0;
  for (std::size_t nic = 0; nic < paths.size(); ++nic) {
    all += paths[nic].bytes.count();
    EXPECT_NEAR(static_cast<double>(paths[nic].bytes.count()), 1'000'003.0 / k, 1.0);
    EXPECT_EQ(paths[nic].links.size(), 4U);
    EXPECT_EQ(paths[nic].links[1], link_of_nic(network, 0, static_cast<int>(nic)));
  }
  EXPECT_EQ(all, 1'000'003);
  std::vector<int> ended(paths.size());
  for (const RateEvent& rate : trace.rates)
    if (rate.bytes_per_second == 0) ++ended.at(static_cast<std::size_t>(rate.path));
  EXPECT_EQ(ended, std::vector<int>(paths.size(), 1));
}

std::string durations_of(const CriticalPath& path) {
  std::string text;
  for (const Stretch& s : path.stretches)
    text += orrery::text_of(kCauseNames[static_cast<std::size_t>(s.cause)], ' ',
                            (s.to - s.from).count() / 1000, "; ");
  return text;
}

CriticalPath path_of(const Network& network, const Pairs& messages) {
  CriticalPath path;
  run_pairs(network, messages, {nullptr, &path});
  return path;
}

/// Checks that an explanation of a run names the links of the limiting NIC.
TEST_P(KNics, HaveCauses) {
  const int k = GetParam();
  const Network network = two_hosts(k);
  const std::string latency = "alpha 500; latency 300; latency 200; latency 200; latency 300; ";
  const auto part = kOneNic.count() / k / 1000;
  EXPECT_EQ(durations_of(path_of(network, {{0, 1}})),
            latency + orrery::text_of("bytes ", part, "; "));
  const CriticalPath shared = path_of(network, {{0, 1}, {0, 1}, {0, 1}});
  EXPECT_EQ(durations_of(shared),
            latency + orrery::text_of("bytes ", part, "; contention ", 2 * part, "; "));
  LinkFaults faults;
  const LinkId link = link_of_nic(network, 1, k - 1, false);
  faults.slow[link] = {0.5, 0us};
  const CriticalPath slow = path_of(with_faulty(network, faults), {{0, 1}, {0, 1}});
  EXPECT_EQ(durations_of(slow),
            latency + orrery::text_of("bytes ", 2 * part, "; contention ", 2 * part, "; "));
  EXPECT_EQ(slow.stretches[5].link, link);
  EXPECT_EQ(slow.stretches[6].link, link);
}

INSTANTIATE_TEST_SUITE_P(Striping, KNics, ::testing::Values(2, 3, 4, 7, 8));

/// Checks how a part reaches its NIC inside a node: over the switch and the GPU that owns the NIC, over that GPU,
/// over the bridge, or over dies.
TEST(Striping, PartsFindTheirNicsInNodesOfAllKinds) {
  struct Case {
    const char* node;
    Time latency;   // of the longest route from GPU 0
    Time shortest;  // of the shortest route of any GPU
  };
  for (const auto& [node, latency, shortest] :
       {Case{"nvswitch,nics=4", 1400ns, 1400ns}, Case{"mesh,nics=4", 1200ns, 1200ns},
        Case{"pcie,nics=4", 1200ns, 1200ns}, Case{"nvswitch,nics=8", 1400ns, 1400ns},
        Case{"mi250x,nics=2", 1400ns, 1200ns}, Case{"mesh,nics=2", 1200ns, 1200ns}})
    for (const char* rails : {"", ",rail-only"}) {
      SCOPED_TRACE(orrery::text_of(node, rails));
      const int k = node[std::string(node).size() - 1] - '0';
      const Network network = striped_levels(
          orrery::text_of("nodes:2x4,", node, rails, ",striped@star:", *rails == '\0' ? 2 * k : 2));
      EXPECT_EQ(striped_time(network, {{0, 4}}), kAlpha + latency + kOneNic / k);
      EXPECT_LT(striped_time(network, {{0, 1}}), Time(20us));
      // If all four GPUs send at once, they share all NICs, which are busy from the arrival of the
      // first parts on.
      EXPECT_EQ(striped_time(network, {{0, 4}, {1, 5}, {2, 6}, {3, 7}}),
                kAlpha + shortest + 4 * kOneNic / k);
    }
}

/// Checks that without striping each of four GPUs has its own NIC, which the others leave idle.
TEST(Striping, DiffersFromANicForEachRank) {
  const Network own = striped_levels("nodes:2x4,mesh,nics=4@star:8");
  const Network striped = striped_levels("nodes:2x4,mesh,nics=4,striped@star:8");
  EXPECT_EQ(striped_time(own, {{0, 4}}), kAlpha + Time(1000ns) + kOneNic);
  EXPECT_EQ(striped_time(striped, {{0, 4}}), kAlpha + Time(1200ns) + kOneNic / 4);
  const Pairs all{{0, 4}, {1, 5}, {2, 6}, {3, 7}};
  EXPECT_EQ(striped_time(own, all), kAlpha + Time(1000ns) + kOneNic);
  EXPECT_EQ(striped_time(striped, all), kAlpha + Time(1200ns) + kOneNic);
}

/// Checks MI250X, whose NICs are on different dies: on a network of nodes, messages are striped
/// over them.
TEST(Striping, IsWhatMi250xDoesOnANetworkOfNodes) {
  const Network network = striped_levels("nodes:2x8,mi250x,nics=4@star:2");
  EXPECT_EQ(network.topology->spec(), "nodes:2x8,mi250x,nics=4,striped@star:2");
  // The part goes from die 0 to the NIC of dies 2 and 3 over two links; to the NICs of dies 4 and 5 over
  // at most two.
  EXPECT_EQ(striped_time(network, {{0, 8}}), kAlpha + Time(1400ns) + kOneNic / 4);
}

/// Checks three of four parts that leave GPU 0 over its link to the switch and share it: a third of 15
/// GB/s each.
TEST(Striping, PartsShareTheLinksThatTheyHaveInCommon) {
  Network network = striped_levels("nodes:2x4,nvswitch,nics=4,striped@star:8");
  network.costs.links[0].bandwidth = Bandwidth{15e9};
  const Metrics m = run_pairs(network, {{0, 4}});
  EXPECT_EQ(m.completion, kAlpha + Time(1400ns) + 2 * kOneNic / 4);
  EXPECT_FALSE(m.shared);
  network.contention = false;
  EXPECT_EQ(striped_time(network, {{0, 4}}), kAlpha + Time(1400ns) + 2 * kOneNic / 4);
}

/// Checks failed links above a leaf: if one fails, its part goes over the other spine; if both fail, the
/// message does without that NIC.
TEST(Striping, GoesAroundFailedLinksBeyondNics) {
  const Network network = striped_levels("nodes:2x1,nics=4,striped@rails:2,1,4,2");
  const Time start = kAlpha + Time(1400ns);
  ASSERT_EQ(striped_time(network, {{0, 1}}), start + kOneNic / 4);
  LinkFaults faults;
  const Topology& t = *network.topology;
  std::vector<LinkId> route;
  t.append_route(0, 1, 2, route);
  const NodeId leaf = t.link(route[1]).to;
  for (LinkId id = 0; id < t.link_count(); ++id) {
    const Link link = t.link(id);
    if (link.from != leaf || link.level != 3) continue;
    faults.failed.push_back(id);
    const Network left = with_faulty(network, faults);
    EXPECT_EQ(striped_time(left, {{0, 1}}), start + kOneNic / (faults.failed.size() == 1 ? 4 : 3));
    EXPECT_EQ(left.topology->path_count(0, 1, Routing::kEcmp), faults.failed.size() == 1 ? 8 : 6);
  }
  EXPECT_EQ(faults.failed.size(), 2U);
}

/// Checks 5 GB/s from leaf to spine: two messages meet there unless the second takes the other
/// spine.
TEST(Striping, AdaptiveRoutingAvoidsBusyLinks) {
  Network network = striped_levels("nodes:2x1,nics=4,striped@rails:2,1,4,2");
  network.costs.links.push_back({Bandwidth{5e9}, 200ns});
  const Time start = kAlpha + Time(1400ns);
  EXPECT_EQ(striped_time(network, {{0, 1}, {0, 1}}), start + 4 * kOneNic / 4);
  network.routing = Routing::kAdaptive;
  EXPECT_EQ(striped_time(network, {{0, 1}, {0, 1}}), start + 2 * kOneNic / 4);
  EXPECT_EQ(striped_time(network, {{0, 1}, {0, 1}, {0, 1}}), start + 4 * kOneNic / 4);
}

/// Checks that each part draws one of two spines separately.
TEST(Striping, EcmpChoosesForEachPart) {
  Network network = striped_levels("nodes:2x1,nics=8,striped@rails:2,1,8,2");
  network.routing = Routing::kEcmp;
  int mixed = 0;
  for (network.seed = 1; network.seed <= 20; ++network.seed) {
    Trace trace;
    EXPECT_EQ(run_pairs(network, {{0, 1}}, &trace).completion, kAlpha + Time(1400ns) + kOneNic / 8);
    std::vector<NodeId> spines;
    for (const auto& path : trace.messages.at(0).paths)
      spines.push_back(network.topology->link(path.links.at(2)).to);
    ASSERT_EQ(spines.size(), 8U);
    std::ranges::sort(spines);
    mixed += spines.front() != spines.back() ? 1 : 0;
  }
  EXPECT_GE(mixed, 15);
}

/// Checks that a part takes one direction of a ring where a whole message would take both.
TEST(Striping, DoesNotCutPartsAgain) {
  const Network network = striped_levels("nodes:4x1,nics=2,striped@torus:8");
  EXPECT_EQ(network.topology->path_count(0, 2, Routing::kMinimal), 2);
  // NIC 0 of node 0 reaches NIC 4 of the ring over four links; the route from NIC 1 to 5 shares
  // three of them.
  EXPECT_EQ(striped_time(network, {{0, 2}}), kAlpha + Time(1400ns) + kOneNic);
}

}  // namespace
}  // namespace orrery::testing
