#include <set>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "emu/net/topology.h"

namespace orrery {
namespace {

/// Returns the hosts that a path visits, source and destination included.
std::vector<NodeId> visits(std::string_view spec, NodeId src, NodeId dst, int path = 0) {
  const auto topology = make_topology(spec);
  std::vector<LinkId> route;
  topology->append_route(src, dst, path, route);
  std::vector<NodeId> nodes{src};
  for (const LinkId id : route) nodes.push_back(topology->link(id).to);
  return nodes;
}

using Nodes = std::vector<NodeId>;

TEST(Torus, NumbersHostsRowMajorAndCountsLinks) {
  const auto torus = make_topology("torus:4x3");
  EXPECT_EQ(torus->hosts(), 12);
  EXPECT_EQ(torus->nodes(), 12);
  EXPECT_EQ(torus->dims(), (std::vector<int>{4, 3}));
  EXPECT_EQ(torus->link_count(), 12 * 4);
  EXPECT_EQ(torus->ports_per_host(), 4);
  EXPECT_EQ(torus->levels(), 1);
}

TEST(Torus, RoutesTheLastDimensionFirst) {
  // (0,0) -> (1,2) of 5x5: columns 1 and 2, then row 1.
  EXPECT_EQ(visits("torus:5x5", 0, 7), (Nodes{0, 1, 2, 7}));
  // (0,0) -> (4,4): one step back over the edge in each dimension.
  EXPECT_EQ(visits("torus:5x5", 0, 24), (Nodes{0, 4, 24}));
}

TEST(Torus, SplitsTiesIntoAPositiveAndANegativePath) {
  const auto torus = make_topology("torus:4x4");
  EXPECT_EQ(torus->path_count(0, 2, Routing::kMinimal), 2);
  EXPECT_EQ(torus->path_count(0, 2, Routing::kDimensionOrder), 1);
  EXPECT_EQ(torus->path_count(0, 5, Routing::kMinimal), 1);
  EXPECT_EQ(torus->path_count(0, 0, Routing::kMinimal), 1);
  EXPECT_EQ(visits("torus:4x4", 0, 2, 0), (Nodes{0, 1, 2}));
  EXPECT_EQ(visits("torus:4x4", 0, 2, 1), (Nodes{0, 3, 2}));
}

TEST(Torus, PathsOfSeveralTiesTakeTheSameSignInEach) {
  // (0,0) -> (2,2) of 4x4
  EXPECT_EQ(visits("torus:4x4", 0, 10, 0), (Nodes{0, 1, 2, 6, 10}));
  EXPECT_EQ(visits("torus:4x4", 0, 10, 1), (Nodes{0, 3, 2, 14, 10}));
  // (0,0) -> (2,1): only the first dimension has two equal directions; both paths share the step in
  // the other.
  EXPECT_EQ(visits("torus:4x4", 0, 9, 0), (Nodes{0, 1, 5, 9}));
  EXPECT_EQ(visits("torus:4x4", 0, 9, 1), (Nodes{0, 1, 13, 9}));
}

TEST(Torus, DimensionsOfSizeTwoHaveTwoLinksEachWay) {
  const auto torus = make_topology("torus:2x2x2");
  EXPECT_EQ(torus->link_count(), 8 * 6);
  EXPECT_EQ(torus->ports_per_host(), 6);
  EXPECT_EQ(make_topology("torus:2x1x4")->ports_per_host(), 4);
  EXPECT_EQ(make_topology("torus:2")->link_count(), 4);
  // As with any other tie: one path in each direction, and no link twice.
  ASSERT_EQ(torus->path_count(0, 7, Routing::kMinimal), 2);
  EXPECT_EQ(torus->path_count(0, 7, Routing::kDimensionOrder), 1);
  std::set<LinkId> taken;
  for (const int path : {0, 1}) {
    EXPECT_EQ(visits("torus:2x2x2", 0, 7, path), (Nodes{0, 1, 3, 7}));
    std::vector<LinkId> route;
    torus->append_route(0, 7, path, route);
    taken.insert(route.begin(), route.end());
  }
  EXPECT_EQ(taken.size(), 6u);
}

TEST(Torus, DimensionsOfSizeTwoHaveOneLinkIfToldSo) {
  const auto torus = make_topology("torus:2x4,one-link");
  const auto mesh = make_topology("mesh:2x4");
  EXPECT_EQ(torus->spec(), "torus:2x4,one-link");
  EXPECT_EQ(torus->ports_per_host(), 3);
  EXPECT_EQ(torus->link_count(), mesh->link_count() + 4);
  EXPECT_EQ(torus->path_count(0, 4, Routing::kMinimal), 1);
  EXPECT_EQ(make_topology("torus:3x4,one-link")->spec(), "torus:3x4");
  EXPECT_THROW(make_topology("torus:2x4,one"), std::invalid_argument);
  EXPECT_THROW(make_topology("torus:2x4,"), std::invalid_argument);
}

TEST(Torus, DimensionsOfSizeOneHaveNoLinks) {
  EXPECT_EQ(make_topology("torus:1")->link_count(), 0);
  EXPECT_EQ(make_topology("torus:1x1")->ports_per_host(), 0);
  const auto ring = make_topology("torus:1x5x1");
  EXPECT_EQ(ring->link_count(), 10);
  EXPECT_EQ(ring->dims(), (std::vector<int>{1, 5, 1}));
}

TEST(Mesh, HasOpenEnds) {
  const auto mesh = make_topology("mesh:3x4");
  EXPECT_EQ(mesh->link_count(), 2 * (2 * 4 + 3 * 3));
  EXPECT_EQ(mesh->ports_per_host(), 4);
  EXPECT_EQ(mesh->path_count(0, 2, Routing::kMinimal), 1);
  EXPECT_EQ(visits("mesh:3x4", 0, 11), (Nodes{0, 1, 2, 3, 7, 11}));
  EXPECT_EQ(visits("mesh:3x4", 11, 0), (Nodes{11, 10, 9, 8, 4, 0}));
  EXPECT_EQ(make_topology("mesh:2x3")->ports_per_host(), 3);
}

}  // namespace
}  // namespace orrery
