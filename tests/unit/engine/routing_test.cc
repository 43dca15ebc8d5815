// Tests the choice among the shortest paths of a message.
#include <set>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "tests/engine_run.h"

namespace orrery::testing {
namespace {

constexpr std::int64_t kRoutedBytes = 1'000'000;  // 20 us on a link of its own

/// Sends messages between all `pairs` (source, destination) at once.
Metrics send_all(const Network& network, const std::vector<std::pair<int, int>>& pairs) {
  return run_program(network, [&](Comm& c) {
    std::vector<Handle> handles;
    for (const auto& [from, to] : pairs) {
      if (c.rank() == to) handles.push_back(c.irecv(ghost(kRoutedBytes), from));
      if (c.rank() == from) handles.push_back(c.isend(ghost(kRoutedBytes), to));
    }
    c.wait_all(handles);
  });
}

Network with_routing(const std::string& spec, Routing routing) {
  Network network = network_of(spec);
  network.ports.kind = Ports::Kind::kUnlimited;
  network.routing = routing;
  return network;
}

Time alone_over(int hops) {
  return Time(500ns) + hops * Time(100ns) + Time(20 * kRoutedBytes);
}

TEST(Routing, AdaptiveAvoidsLoadedLinks) {
  for (const auto& [routing, shared] :
       {std::pair(Routing::kDimensionOrder, true), std::pair(Routing::kAdaptive, false)}) {
    Network network = with_routing("hyperx:2x2", routing);
    network.host_of = {3, 1, 2, 0};
    // The first message goes from host 3 to host 1 over their link; the second from host 2 to host
    // 1, first choice over host 3.
    const Metrics m = send_all(network, {{0, 1}, {2, 1}});
    EXPECT_EQ(m.shared, shared);
    EXPECT_EQ(m.completion == alone_over(2), !shared);
  }
}

TEST(Routing, AdaptiveSpreadsOverTheRootsOfATree) {
  const std::vector<std::pair<int, int>> same_root{{1, 4}, {2, 8}, {3, 12}};
  EXPECT_TRUE(send_all(with_routing("fat-tree:4,2", Routing::kMinimal), same_root).shared);
  const Metrics m = send_all(with_routing("fat-tree:4,2", Routing::kAdaptive), same_root);
  EXPECT_FALSE(m.shared);
  EXPECT_EQ(m.completion, alone_over(4));
}

TEST(Routing, AdaptiveWithPortsPerLinkTakesAFreePort) {
  Network network = with_routing("hyperx:2x2", Routing::kAdaptive);
  network.ports.kind = Ports::Kind::kPerLink;
  EXPECT_EQ(send_all(network, {{0, 1}, {0, 3}}).completion, alone_over(2));
  network.routing = Routing::kDimensionOrder;
  network.ports.hold = Ports::Hold::kMessage;
  EXPECT_EQ(send_all(network, {{0, 1}, {0, 3}}).completion, alone_over(1) + alone_over(2));
}

TEST(Routing, LoadsGoWithTheMessages) {
  const Network network = with_routing("hyperx:2x2", Routing::kAdaptive);
  const auto one_after_the_other = [](Comm& c) {
    for (int i = 0; i < 3; ++i) {
      if (c.rank() == 0) c.send(ghost(kRoutedBytes), 3);
      if (c.rank() == 3) c.recv(ghost(kRoutedBytes), 0);
    }
  };
  const Metrics m = run_program(network, one_after_the_other);
  ASSERT_EQ(m.hottest.size(), 2U);  // the first path every time
  EXPECT_EQ(m.max_link, Bytes(3 * kRoutedBytes));
}

std::set<LinkId> links_used(const Network& network, const std::vector<std::pair<int, int>>& pairs) {
  std::set<LinkId> links;
  for (const LinkLoad& load : send_all(network, pairs).hottest) links.insert(load.link);
  return links;
}

TEST(Routing, EcmpHashesRanksAndSeed) {
  Network network = with_routing("fat-tree:4,2", Routing::kEcmp);
  std::set<std::set<LinkId>> paths;
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    network.seed = seed;
    const std::set<LinkId> path = links_used(network, {{0, 15}});
    EXPECT_EQ(path.size(), 4U);
    EXPECT_EQ(links_used(network, {{0, 15}, {0, 15}}), path);
    paths.insert(path);
  }
  EXPECT_EQ(paths.size(), 4U);  // one for each root
}

TEST(Routing, AdaptiveRunsAreTheSameEveryTime) {
  const Network network = with_routing("torus:4x4x2", Routing::kAdaptive);
  std::vector<std::pair<int, int>> pairs;
  pairs.reserve(32);
  for (int i = 0; i < 32; ++i) pairs.emplace_back(i, (i * 13 + 7) % 32);
  const Metrics first = send_all(network, pairs);
  EXPECT_EQ(send_all(network, pairs).completion, first.completion);
  EXPECT_LE(first.completion,
            send_all(with_routing("torus:4x4x2", Routing::kDimensionOrder), pairs).completion);
}

}  // namespace
}  // namespace orrery::testing
