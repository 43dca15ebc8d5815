// Tests the key `groups` on networks: groups by switch against the routes between hosts.
#include <gtest/gtest.h>

#include "scenarios/spec/given_groups.h"
#include "scenarios/text/named_values.h"
#include "tests/network.h"

namespace orrery {
namespace {

using testing::network_of;

int links_between(const Topology& topology, NodeId a, NodeId b) {
  std::vector<LinkId> route;
  topology.append_route(a, b, 0, route);
  return static_cast<int>(route.size());
}

TEST(Groups, OfASwitchAreTheHostsTwoLinksApart) {
  for (const char* spec : {"fat-tree:2,3", "fat-tree:4,2", "fat-tree:4", "fat-tree:3,2;1,2",
                           "fat-tree:3,2;2,1", "two-tier:3,1,4", "dragonfly:2,3,1", "star:5"}) {
    const Network network = network_of(spec);
    const auto groups = rank_groups("switch", network.ranks(), &network);
    ASSERT_EQ(groups.size(), 1U) << spec;
    for (NodeId a = 0; a < network.ranks(); ++a)
      for (NodeId b = 0; b < a; ++b)
        EXPECT_EQ(groups[0][static_cast<std::size_t>(a)] == groups[0][static_cast<std::size_t>(b)],
                  links_between(*network.topology, a, b) == 2)
            << spec << ": hosts " << a << " and " << b;
  }
}

TEST(Groups, BySwitchFollowHostsNotRanks) {
  Network network = network_of("two-tier:2,2");
  network.host_of = {0, 2, 0, 3, 1, 2};
  const auto groups = rank_groups("host/switch", 6, &network);
  ASSERT_EQ(groups.size(), 2U);
  const auto& s = groups[1];
  EXPECT_TRUE(s[0] == s[2] && s[0] == s[4]);
  EXPECT_TRUE(s[1] == s[3] && s[1] == s[5]);
  EXPECT_NE(s[0], s[1]);
}

TEST(Groups, WhereHostsAreJoinedToHostsNoneAreOfASwitch) {
  for (const char* spec : {"torus:4x2", "full:5", "hyperx:2x3", "hammingmesh:2x2@2x2"}) {
    const Network network = network_of(spec);
    EXPECT_TRUE(rank_groups("auto", network.ranks(), &network).empty()) << spec;
    EXPECT_THROW(rank_groups("switch", network.ranks(), &network), ValueError) << spec;
    EXPECT_THROW(rank_groups("host/switch", network.ranks(), &network), ValueError) << spec;
  }
}

TEST(Groups, ByThemselvesAreOfSwitchesWhereTheseAreSeveral) {
  const Network leaves = network_of("two-tier:2,3"), one = network_of("star:4"),
                alone = network_of("two-tier:1,1");
  EXPECT_EQ(rank_groups("auto", 5, &leaves), rank_groups("switch", 5, &leaves));
  EXPECT_TRUE(rank_groups("auto", 4, &one).empty());
  EXPECT_TRUE(rank_groups("auto", 2, &alone).empty());
}

}  // namespace
}  // namespace orrery
